/** The blocks that pages are made of, in short. */
import type { Block, Fact } from './page.ts';

export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function heading(text: string): Block {
  return { kind: 'heading', text };
}

export function facts(list: readonly Fact[]): Block {
  return { kind: 'facts', facts: list };
}

export function yaml(text: string): Block {
  return { kind: 'code', language: 'yaml', text };
}
