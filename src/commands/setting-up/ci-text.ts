/** The CI files that `cfgtool init --ci` writes: findings, and what a change means, for every change proposed. */

export const CI_KINDS = ['github', 'gitlab'] as const;
export type CiKind = (typeof CI_KINDS)[number];

export interface CiFile {
  readonly path: string;
  readonly text: string;
  /** What is left to do by hand. */
  readonly next?: string;
}

/**
 * @param folder where the configurations stand, with nothing in it that a shell or YAML would take for more than text
 * @param toV3 whether all of it has to be in version 3 of the API
 */
export function ciFile(kind: CiKind, folder: string, toV3 = false): CiFile {
  return kind === 'github' ? github(folder, toV3) : gitlab(folder, toV3);
}

/** What has to be set, and where: nothing is installed by a name that nobody has published cfgtool under. */
const unset = (where: string): string =>
  `set the variable CFGTOOL of the ${where} to the path of a packed file in this repository, or to its address: no registry has cfgtool yet, and npm pack in a checkout of it makes one`;

/** Lines of a shell. A path without ./ would be taken for a repository. @param says prints what is wrong */
const install = (where: string, says: (words: string) => string): readonly string[] => [
  `case "\${CFGTOOL:-}" in`,
  `  *://*) ;;`,
  `  *) if [ ! -f "\${CFGTOOL:-}" ]; then ${says(`Nothing to install: ${unset(where)}`)} >&2; exit 1; fi`,
  `     CFGTOOL=$(realpath "$CFGTOOL") ;;`,
  `esac`,
  `npm install --global "$CFGTOOL"`,
];

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => `${' '.repeat(by)}${line}\n`).join('');

/** Says what is not in version 3 yet, and what stands in its way; nothing is written. */
const liftCheck = (folder: string): string => `cfgtool migrate ${folder} --to v3 --check`;

function github(folder: string, toV3: boolean): CiFile {
  const paths = folder === '.' ? "['**.yaml', '**.yml', '**.json']" : `['${folder}/**']`;
  return {
    path: '.github/workflows/cfgtool.yml',
    text: `# Checks proxy configurations in pull requests: what is wrong, and what a change means.
name: cfgtool
on:
  pull_request:
    paths: ${paths}
permissions:
  contents: read
jobs:
  configurations:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0 # diff reads the files of the base too
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Install cfgtool
        env:
          CFGTOOL: \${{ vars.CFGTOOL }}
        run: |
${indented(
  install('repository (Settings, Variables)', (words) => `echo "::error title=cfgtool::${words}"`),
  10,
)}      - name: Findings
        run: cfgtool analyze ${folder} --format github
      - name: What the change means
        if: success() || failure()
        run: |
          base=$(git merge-base "origin/$GITHUB_BASE_REF" HEAD)
          cfgtool diff --git "$base" HEAD --format markdown --fail-on breaking -- ${folder} >> "$GITHUB_STEP_SUMMARY"
${
  toV3
    ? `      - name: Version 3 of the API
        if: success() || failure()
        run: ${liftCheck(folder)}
`
    : ''
}`,
    next: unset('repository (Settings, Variables)'),
  };
}

function gitlab(folder: string, toV3: boolean): CiFile {
  const path = '.gitlab/ci/cfgtool.yml';
  return {
    path,
    text: `# Checks proxy configurations in merge requests: what is wrong, and what a change means.
cfgtool:
  image: node:22
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    GIT_DEPTH: 0 # diff reads the files of the base too
  before_script:
    - |
${indented(
  install('project (Settings, CI/CD)', (words) => `echo "${words}"`),
  6,
)}  script:
    - |
      status=0
      cfgtool analyze ${folder} --format junit --output cfgtool-analyze.xml || status=$?
      cfgtool diff --git "$CI_MERGE_REQUEST_DIFF_BASE_SHA" HEAD --format junit --output cfgtool-diff.xml --fail-on breaking -- ${folder} || status=$?
${toV3 ? `      ${liftCheck(folder)} || status=$?\n` : ''}      exit $status
  artifacts:
    when: always
    reports:
      junit: cfgtool-*.xml
`,
    next: `add to .gitlab-ci.yml: include: [{ local: ${path} }]; ${unset('project (Settings, CI/CD)')}`,
  };
}
