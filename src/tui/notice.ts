/** A line at the foot of the screen about what just happened; the next key takes it away. */
export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export function note(text: string): Notice {
  return { level: 'info', text };
}

export function fail(text: string): Notice {
  return { level: 'error', text };
}

export function warn(text: string): Notice {
  return { level: 'warning', text };
}
