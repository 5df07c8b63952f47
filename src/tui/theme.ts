/**
 * What parts of the screen look like. Colours come from a palette that people with any kind of colour blindness can
 * tell apart (blue, orange, bluish green, yellow; never red against green), and nothing is said by a colour alone:
 * each has a word or a sign beside it.
 */
import type { Level } from '../model/problem.ts';

/** What a piece of text is. */
export type Role =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'title'
  | 'key'
  | 'link'
  | 'match'
  | 'selected'
  | 'unfocused'
  | 'cursor'
  | 'error'
  | 'warning'
  | 'info'
  | 'good'
  | 'added'
  | 'removed'
  | 'default'
  | 'migrated'
  | 'border';

/** `plain` is for NO_COLOR; `any` is readable on a light and on a dark background. */
export const THEME_NAMES = ['any', 'dark', 'light', 'plain'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export interface Theme {
  readonly name: ThemeName;
  /** Control sequences before and after a text of this role; both empty where it looks like any other. */
  readonly marks: { readonly [role in Role]: readonly [open: string, close: string] };
}

type Colour = 'accent' | 'error' | 'warning' | 'info' | 'good' | 'faint';

/** Numbers of the 256 colours. */
const PALETTES: { readonly [name in Exclude<ThemeName, 'plain'>]: { readonly [colour in Colour]: number } } =
  {
    dark: { accent: 117, error: 209, warning: 221, info: 75, good: 79, faint: 246 },
    light: { accent: 25, error: 166, warning: 94, info: 25, good: 29, faint: 241 },
    any: { accent: 32, error: 166, warning: 136, info: 32, good: 36, faint: 244 },
  };

const ESC = '\u001b[';
const NONE = ['', ''] as const;
const BOLD = [`${ESC}1m`, `${ESC}22m`] as const;
const DIM = [`${ESC}2m`, `${ESC}22m`] as const;
const UNDERLINED = [`${ESC}4m`, `${ESC}24m`] as const;
const INVERSE = [`${ESC}7m`, `${ESC}27m`] as const;

type Marks = Theme['marks'];

/** Without colours: bold, dim, underlined and inverse text remain. */
const PLAIN: Marks = {
  plain: NONE,
  dim: DIM,
  strong: BOLD,
  title: BOLD,
  key: BOLD,
  link: UNDERLINED,
  match: UNDERLINED,
  selected: INVERSE,
  unfocused: BOLD,
  cursor: INVERSE,
  error: BOLD,
  warning: BOLD,
  info: NONE,
  good: NONE,
  added: BOLD,
  removed: DIM,
  default: DIM,
  migrated: UNDERLINED,
  border: DIM,
};

function coloured(name: Exclude<ThemeName, 'plain'>): Marks {
  const palette = PALETTES[name];
  const of = (colour: Colour) => [`${ESC}38;5;${palette[colour]}m`, `${ESC}39m`] as const;
  const both = (one: readonly [string, string], other: readonly [string, string]) =>
    [one[0] + other[0], other[1] + one[1]] as const;
  return {
    ...PLAIN,
    dim: of('faint'),
    title: both(BOLD, of('accent')),
    key: of('accent'),
    link: both(UNDERLINED, of('accent')),
    match: both(BOLD, of('warning')),
    error: both(BOLD, of('error')),
    warning: of('warning'),
    info: of('info'),
    good: of('good'),
    added: of('info'),
    removed: of('error'),
    default: of('faint'),
    migrated: of('good'),
    border: of('faint'),
  };
}

const made = new Map<ThemeName, Theme>();

export function themeOf(name: ThemeName): Theme {
  const known = made.get(name);
  if (known !== undefined) return known;
  const theme: Theme = { name, marks: name === 'plain' ? PLAIN : coloured(name) };
  made.set(name, theme);
  return theme;
}

/** The theme that suits a terminal. @param background where it is known */
export function themeFor(hasColours: boolean, background: 'dark' | 'light' | undefined): ThemeName {
  return hasColours ? (background ?? 'any') : 'plain';
}

// Signs of levels, so that none is told by a colour alone.

export const LEVEL_SIGNS: { readonly [level in Level]: string } = { error: '✖', warning: '▲', info: '●' };
