/** Routes to the office need a login: a filter that asks for one has to stand before the router. */
const LOGINS = ['envoy.filters.http.jwt_authn', 'envoy.filters.http.ext_authz'];

/** @type {import('cfgtool').OwnRule} */
export default {
  id: 'own/staff-login',
  level: 'error',
  purpose: 'What leads to the office is behind a login.',
  version: 'v3',
  messages: {
    RouteAction({ cluster }, { around, values, report }) {
      if (cluster !== 'office') return;
      const manager = around('HttpConnectionManager');
      const filters = manager?.http_filters;
      const names = Array.isArray(filters) ? filters.map(({ name }) => name) : [];
      if (LOGINS.some((login) => names.includes(login))) return;
      const host = around('VirtualHost')?.name;
      report({
        message: `virtual host "${host}" leads to the office (timeout ${values('timeout')}) without a login: add one of ${LOGINS.join(', ')}`,
        field: 'cluster',
        level: manager === undefined ? 'warning' : 'error',
      });
    },
  },
};
