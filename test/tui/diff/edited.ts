/** The example with one change of each kind: another target, another timeout, and some in form only. */
export function edited(text: string): string {
  return text
    .replace('cluster: basket', 'cluster: bank')
    .replace('connect_timeout: 1s', 'connect_timeout: 9s')
    .replace('type: strict_dns', 'type: STRICT_DNS\n    lb_policy: ROUND_ROBIN');
}
