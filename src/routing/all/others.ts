/** Routes of one literal that have further conditions, told apart by what is quickest to look up. */
import type { SeenRequest } from '../request.ts';
import { indexLiterals, type Literals } from './literals.ts';
import type { Matcher } from './normalise.ts';
import { indexRequired, type RequiredTexts } from './required.ts';
import type { Values } from './values.ts';

export interface Others {
  /** All routes must be added before the first is looked for. */
  readonly add: (route: number, matcher: Matcher) => void;
  /** Adds the routes that could take the request, each once. */
  readonly gather: (request: SeenRequest, found: number[]) => void;
}

/** Routes by their value in a dimension: those that ask for a text, and those whose texts begin with one. */
interface ByValue {
  readonly exact: Map<string, number[]>;
  readonly heads: Map<string, number[]>;
  index: Literals<readonly number[]> | undefined;
}

interface Required {
  readonly route: number;
  readonly required: string;
}

/** So few texts are looked for one by one. */
const FEW = 8;

export function startOthers(): Others {
  const byDimension = new Map<string, ByValue>();
  const required: Required[] = [];
  const rest: number[] = [];
  let texts: RequiredTexts | undefined;

  function hang(route: number, dimension: string, kind: 'exact' | 'heads', text: string): void {
    const byValue = byDimension.get(dimension) ?? { exact: new Map(), heads: new Map(), index: undefined };
    byDimension.set(dimension, byValue);
    const routes = byValue[kind].get(text);
    if (routes === undefined) byValue[kind].set(text, [route]);
    else routes.push(route);
  }

  return {
    add: (route, matcher) => {
      for (const kind of ['exact', 'heads'] as const)
        for (const [dimension, values] of matcher.box ?? matcher.targetBox()) {
          const value = dimension === 'path' ? undefined : textOf(values, kind);
          if (value !== undefined) return hang(route, dimension, kind, value);
        }
      const text = matcher.required;
      if (text === undefined) rest.push(route);
      else required.push({ route, required: text });
    },
    gather: (request, found) => {
      for (const [dimension, byValue] of byDimension) {
        const value = valueIn(request, dimension);
        if (value === undefined) continue;
        byValue.index ??= indexLiterals(byValue.exact, byValue.heads);
        for (const routes of byValue.index.at(value)) for (const route of routes) found.push(route);
      }
      for (const route of rest) found.push(route);
      if (required.length > FEW) {
        texts ??= indexRequired(required);
        texts.gather(request.barePath, found);
      } else
        for (const { route, required: text } of required)
          if (request.barePath.includes(text)) found.push(route);
    },
  };
}

/** A text that the values are, or that they all begin with; undefined where they may be absent or anything. */
function textOf({ absent, within }: Values, kind: 'exact' | 'heads'): string | undefined {
  if (absent) return undefined;
  if (kind === 'exact') return within.find(({ form }) => form?.kind === 'exact' && !form.fold)?.form?.text;
  return within.find(({ head }) => head !== undefined && head !== '')?.head;
}

function valueIn(request: SeenRequest, dimension: string): string | undefined {
  if (dimension === 'target') return request.rawPath;
  return dimension.startsWith('header ')
    ? request.header(dimension.slice('header '.length))
    : request.queryParameter(dimension.slice('query '.length));
}
