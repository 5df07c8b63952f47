/** Conditions in words. */
import type { Condition, HeaderTest, Leaf, TextTest } from './property.ts';

/** A condition as the predicate of "the request". */
export function conditionText(condition: Condition): string {
  switch (condition.kind) {
    case 'all':
      return condition.of.length === 0 ? 'is any request' : condition.of.map(nested).join(' and ');
    case 'any':
      return condition.of.map(nested).join(' or ');
    case 'not':
      return `never ${conditionText(condition.of)}`;
    default:
      return leafText(condition);
  }
}

function nested(condition: Condition): string {
  const text = conditionText(condition);
  return condition.kind === 'any' || (condition.kind === 'all' && condition.of.length > 1)
    ? `(${text})`
    : text;
}

function leafText(leaf: Leaf): string {
  switch (leaf.kind) {
    case 'listener':
      return `comes in by listener ${oneOf(leaf.names)}`;
    case 'host':
      return `is for host ${oneOf(leaf.names)}`;
    case 'path':
      return `has a path that ${leaf.tests.map(testText).join(' or ')}`;
    case 'method':
      return `has method ${leaf.names.join(' or ')}`;
    case 'header':
      return headerText('has', leaf.header);
    case 'upstream_header':
      return headerText('arrives upstream with', leaf.header);
    case 'scheme':
      return leaf.of === 'request' ? `has scheme ${leaf.scheme}` : `is sent on to a ${leaf.scheme} URL`;
    case 'cluster':
      return `reaches cluster ${oneOf(leaf.names)}`;
    case 'route':
      return `reaches route ${oneOf(leaf.names)}`;
    case 'virtual_host':
      return `reaches virtual host ${oneOf(leaf.names)}`;
    case 'outcome':
      return `ends as ${leaf.kinds.join(' or ')}`;
    case 'status':
      return `is answered with ${leaf.statuses.join(' or ')}`;
    case 'passed':
      return passedText(leaf);
    case 'tls':
      return leaf.wanted ? 'comes over TLS' : 'comes without TLS';
    case 'client_certificate':
      return leaf.wanted === 'required'
        ? 'comes over a connection that demands a verified client certificate'
        : 'comes over a connection that demands no verified client certificate';
    case 'server_name':
      return `asks for server name ${oneOf(leaf.names)}`;
    case 'source':
      return `comes from ${leaf.ranges.join(' or ')}`;
  }
}

function passedText({ filter, provider, policy }: Extract<Leaf, { kind: 'passed' }>): string {
  const more = [
    provider === undefined ? [] : `provider ${provider}`,
    policy === undefined ? [] : `policy ${policy}`,
  ].flat();
  return `passed filter ${filter}${more.length === 0 ? '' : ` by ${more.join(' and ')}`}`;
}

function headerText(verb: string, { name, test }: HeaderTest): string {
  if (test === 'present') return `${verb} header ${name}`;
  return test === 'absent' ? `${verb} no header ${name}` : `${verb} header ${name} that ${testText(test)}`;
}

function testText({ how, text }: TextTest): string {
  const quoted = JSON.stringify(text);
  switch (how) {
    case 'exact':
      return `is ${quoted}`;
    case 'prefix':
      return `begins with ${quoted}`;
    case 'suffix':
      return `ends with ${quoted}`;
    case 'contains':
      return `contains ${quoted}`;
    case 'regex':
      return `matches ${quoted}`;
  }
}

function oneOf(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(' or ');
}
