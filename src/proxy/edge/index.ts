export { PROXY_WORD } from '../plain.ts';
export { askProxy } from './ask.ts';
export { ProxyError } from './program.ts';
