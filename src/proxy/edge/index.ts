export { PROXY_NAMESPACE } from '../plain.ts';
export { askProxy } from './ask.ts';
export { ProxyError } from './program.ts';
