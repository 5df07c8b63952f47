/** The `.cfgtool.yaml` that `cfgtool init` writes: every key with what it does, switched off but for what was found. */

/** @param namespace the namespace that all configurations found show; absent where they show none, or several */
export function settingsText(namespace: string | undefined): string {
  return `# Settings of cfgtool for the files in this folder and below it. Flags of a run win over them.
# What is written without a space behind # (#fail_on) is an example: take the # away, in the lines below it too.

# The namespace of names such as WORD.filters.http.router, for files that do not show it.
${namespace === undefined ? '#namespace: envoy' : `namespace: ${namespace}`}

# The level from which on findings and changes make the exit code 1.
# analyze: error, warning, info, none. diff: breaking, warning, info, cosmetic, none.
#fail_on: error

# Levels of single rules: off, info, warning, error. "cfgtool explain" lists the rules, "cfgtool explain RULE" tells one.
# A single place is better suppressed there, by a comment: # cfgtool-ignore RULE: reason
#rules:
#  loose-spelling: off
#  shadowed-route: error

# Rules of your own: rows, and folders of modules, which run only under --own-rules (docs/own-rules.md).
#own_rules:
#  - id: own/route-timeout
#    message: RouteAction
#    condition: { timeout: absent }
#    words: 'the route to {cluster} states no timeout'
#  - rules/

# Files that are left out where folders and globs are searched; a file that is named is never left out.
#ignore:
#  - vendor/
#  - '*.tmpl.yaml'

# Files of tests (cfgtool test) of configurations, for editors, where they are not called as these: front.tests.yaml
# beside front.yaml is found.
#tests:
#  'routes/*.yaml': tests/all.yaml

# What "cfgtool diff" leaves out, and how severe changes are: off, cosmetic, info, warning, breaking.
#diff:
#  ignore:
#    - Cluster.connect_timeout
#  rules:
#    route-timeout-raised: info
`;
}
