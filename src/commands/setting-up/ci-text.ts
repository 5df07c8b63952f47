/** The CI files that `cfgtool init --ci` writes: findings, and what a change means, for every change proposed. */

export const CI_KINDS = ['github', 'gitlab'] as const;
export type CiKind = (typeof CI_KINDS)[number];

export interface CiFile {
  readonly path: string;
  readonly text: string;
  /** What is left to do by hand, a sentence each. */
  readonly next: readonly string[];
}

/** What is known already, and hidden from then on. */
const BASELINE = 'cfgtool-baseline.json';

/** Begins the one comment that is written anew on each push. */
const MARK = '<!-- cfgtool review -->';

/**
 * @param folder where the configurations stand, with nothing in it that a shell or YAML would take for more than text
 * @param toV3 whether all of it has to be in version 3 of the API
 */
export function ciFile(kind: CiKind, folder: string, toV3 = false): CiFile {
  const { path, text, where, include } = kind === 'github' ? github(folder, toV3) : gitlab(folder, toV3);
  const next = [
    ...include,
    unset(where),
    `begin with a baseline, so that only what is new fails: cfgtool analyze ${folder} --baseline ${BASELINE} --write-baseline, and commit ${BASELINE}`,
  ];
  return { path, text, next };
}

interface System {
  readonly path: string;
  readonly text: string;
  /** Whose variables it reads. */
  readonly where: string;
  readonly include: readonly string[];
}

/** What has to be set, and where: nothing is installed by a name that nobody has published cfgtool under, or unpinned. */
const unset = (where: string): string =>
  `set two variables of the ${where}: CFGTOOL, the path of a packed file in this repository or its address (npm run release in a checkout of cfgtool makes one), and CFGTOOL_SHA256, its checksum, as SHA256SUMS beside it says`;

/** Lines of a shell. @param says prints what is wrong */
const install = (where: string, says: (words: string) => string): readonly string[] => [
  `case "\${CFGTOOL:-}" in`,
  `  https://*) packed=$(mktemp -d)/cfgtool.tgz; curl --silent --show-error --fail --location --output "$packed" "$CFGTOOL" ;;`,
  `  *) packed=$(realpath "\${CFGTOOL:-/nowhere}" 2>/dev/null || true) ;;`,
  `esac`,
  `if [ ! -f "$packed" ] || [ -z "\${CFGTOOL_SHA256:-}" ]; then ${says(`Nothing to install: ${unset(where)}`)} >&2; exit 1; fi`,
  `if ! echo "$CFGTOOL_SHA256  $packed" | sha256sum --check --strict --status; then ${says('Not installed: the packed file has another checksum than CFGTOOL_SHA256 says')} >&2; exit 1; fi`,
  `npm install --global "$packed"`,
];

/** Sets `known` to the flag that hides what was found before. */
const KNOWN = `known=(); if [ -f ${BASELINE} ]; then known=(--baseline ${BASELINE}); fi`;

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => `${' '.repeat(by)}${line}\n`).join('');

/** Says what is not in version 3 yet, and what stands in its way; nothing is written. */
const liftCheck = (folder: string): string => `cfgtool migrate ${folder} --to v3 --check`;

const GITHUB_COMMENT = [
  `if [ ! -s review.md ] || [ -z "$NUMBER" ]; then exit 0; fi`,
  `{ echo '${MARK}'; cat review.md; } > comment.md`,
  `comments="repos/$GITHUB_REPOSITORY/issues/$NUMBER/comments"`,
  `ids=$(gh api --paginate "$comments" --jq '.[] | select(.user.type == "Bot" and (.body | startswith("${MARK}"))) | .id') || exit 0`,
  `id=$(sed -n 1p <<< "$ids")`,
  `if [ -n "$id" ]; then target="repos/$GITHUB_REPOSITORY/issues/comments/$id" method=PATCH; else target=$comments method=POST; fi`,
  `gh api --method "$method" "$target" --field body=@comment.md --silent ||`,
  `  echo "::warning title=cfgtool::No comment was written, which pull requests from forks may not; the summary says what the change means"`,
];

function github(folder: string, toV3: boolean): System {
  const paths = folder === '.' ? "['**.yaml', '**.yml', '**.json']" : `['${folder}/**']`;
  const where = 'repository (Settings, Variables)';
  return {
    path: '.github/workflows/cfgtool.yml',
    where,
    include: [],
    text: `# Checks proxy configurations in pull requests: what is wrong, and what a change means.
name: cfgtool
on:
  pull_request:
    paths: ${paths}
permissions:
  contents: read
  pull-requests: write # for the one comment
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
          CFGTOOL_SHA256: \${{ vars.CFGTOOL_SHA256 }}
        run: |
${indented(
  install(where, (words) => `echo "::error title=cfgtool::${words}"`),
  10,
)}      - name: Findings
        run: |
          ${KNOWN}
          mkdir -p cfgtool-pages
          cfgtool analyze ${folder} "\${known[@]}" --fail-on none --format html --output cfgtool-pages/findings.html || true
          cfgtool analyze ${folder} "\${known[@]}" --format github
      - name: What the change means
        if: success() || failure()
        run: |
          base=$(git merge-base "origin/$GITHUB_BASE_REF" HEAD)
          mkdir -p cfgtool-pages
          cfgtool diff --git "$base" HEAD --fail-on none --format html --output cfgtool-pages/change.html -- ${folder} || true
          status=0
          cfgtool diff --git "$base" HEAD --format markdown --fail-on breaking --output review.md -- ${folder} || status=$?
          if [ -s review.md ]; then cat review.md >> "$GITHUB_STEP_SUMMARY"; fi
          exit $status
      - name: Comment on the pull request
        if: success() || failure()
        env:
          GH_TOKEN: \${{ github.token }}
          NUMBER: \${{ github.event.pull_request.number }}
        run: |
${indented(GITHUB_COMMENT, 10)}      - uses: actions/upload-artifact@v4
        if: success() || failure()
        with:
          name: cfgtool
          path: cfgtool-pages
${
  toV3
    ? `      - name: Version 3 of the API
        if: success() || failure()
        run: ${liftCheck(folder)}
`
    : ''
}`,
  };
}

/** Needs a token, since a job's own may write no notes. */
const GITLAB_COMMENT = [
  `if [ -n "\${CFGTOOL_TOKEN:-}" ] && [ -s review.md ]; then`,
  `  { echo '${MARK}'; cat review.md; } > comment.md`,
  `  notes="$CI_API_V4_URL/projects/$CI_PROJECT_ID/merge_requests/$CI_MERGE_REQUEST_IID/notes"`,
  `  ask() { curl --silent --show-error --fail --header "PRIVATE-TOKEN: $CFGTOOL_TOKEN" "$@"; }`,
  `  id=$(ask "$notes?per_page=100" | node -e 'let t = ""; process.stdin.on("data", (d) => (t += d)).on("end", () => console.log(JSON.parse(t).find(({ body }) => body.startsWith("${MARK}"))?.id ?? ""))') || id=`,
  `  if [ -n "$id" ]; then set -- PUT "$notes/$id"; else set -- POST "$notes"; fi`,
  `  ask --output /dev/null --request "$1" --data-urlencode body@comment.md "$2" || echo "No comment was written: CFGTOOL_TOKEN needs the scope api"`,
  `fi`,
];

function gitlab(folder: string, toV3: boolean): System {
  const path = '.gitlab/ci/cfgtool.yml';
  const where = 'project (Settings, CI/CD)';
  return {
    path,
    where,
    include: [
      `add to .gitlab-ci.yml: include: [{ local: ${path} }]`,
      'for one comment on the merge request, updated on each push, set the masked variable CFGTOOL_TOKEN to a project access token with the scope api',
    ],
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
  install(where, (words) => `echo "${words}"`),
  6,
)}  script:
    - |
      status=0
      ${KNOWN}
      base=$CI_MERGE_REQUEST_DIFF_BASE_SHA
      mkdir -p cfgtool-pages
      cfgtool analyze ${folder} "\${known[@]}" --fail-on none --format html --output cfgtool-pages/findings.html || true
      cfgtool analyze ${folder} "\${known[@]}" --format junit --output cfgtool-analyze.xml || status=$?
      cfgtool diff --git "$base" HEAD --fail-on none --format html --output cfgtool-pages/change.html -- ${folder} || true
      cfgtool diff --git "$base" HEAD --fail-on none --format markdown --output review.md -- ${folder} || true
      cfgtool diff --git "$base" HEAD --format junit --output cfgtool-diff.xml --fail-on breaking -- ${folder} || status=$?
${indented(GITLAB_COMMENT, 6)}${toV3 ? `      ${liftCheck(folder)} || status=$?\n` : ''}      exit $status
  artifacts:
    when: always
    paths: [cfgtool-pages]
    reports:
      junit: cfgtool-*.xml
`,
  };
}

/** What makes git show configurations through `cfgtool diff`. */

export const DRIVER_KEY = 'diff.cfgtool.command';
export const DRIVER_COMMAND = 'cfgtool diff';

/** Lines of `.gitattributes`. @param folder where the configurations stand, `.` for everywhere */
export function attributeLines(folder: string): readonly string[] {
  const pattern = (name: string): string => (folder === '.' ? name : `${folder}/**/${name}`);
  return [`${pattern('*.yaml')} diff=cfgtool`, `${pattern('*.yml')} diff=cfgtool`];
}

/** The text of `.gitattributes` with the lines that it lacks; undefined where it lacks none. */
export function withLines(text: string, lines: readonly string[]): string | undefined {
  const there = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return undefined;
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${start}${missing.join('\n')}\n`;
}
