/** Each cluster belongs to a team, which its name says. */
const TEAMS = ['shop', 'stock'];

/** @type {import('cfgtool').OwnRule} */
export default {
  id: 'own/team-prefix',
  level: 'warning',
  purpose: 'The name of a cluster begins with its team.',
  messages: {
    Cluster({ name }, { report }) {
      if (TEAMS.some((team) => String(name).startsWith(`${team}-`))) return;
      report({
        message: `cluster "${name}" belongs to no team: begin its name with one of ${TEAMS.join(', ')}`,
        field: 'name',
        identity: String(name),
      });
    },
  },
};
