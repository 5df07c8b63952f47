/**
 * A machine on which nothing is installed but node, npm, git and a shell: what is typed there sees this machine's
 * programs, read-only, a home with what it was handed, and neither the checkout nor what anybody set up. It takes
 * Linux and mounts that this user may make; where there are none the lines are typed in an empty home, which is said.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What is there beside node, npm and git: a shell, and what every distribution has. */
const PROGRAMS =
  'node npm npx git bash sh basename cat chmod cp cut dirname env find grep head id ln ls mkdir mv pwd readlink rm sed sort tail tar test touch tr true uname wc which xargs gzip';

/** Lines one after the other, each with what it prints; the first one that fails is the last. */
const TYPED = `cd; for line in "$@"; do
  printf '$ %s\\n' "$line"
  eval "$line" 2>&1 || { printf '[ends with %s]\\n' $?; exit 1; }
done`;

/** A root of its own, in a space of mounts that ends with the command. */
const BARE = `
mount -t tmpfs -o mode=755 bare "$BARE_ROOT"; cd "$BARE_ROOT"
mkdir -p usr etc dev proc bare/bin tmp "./$HOME"; chmod 1777 tmp
bind() { mkdir -p ".$1"; mount --rbind "$1" ".$1"; [ "$EUID_OUTSIDE" != 0 ] || mount -o remount,bind,ro ".$1"; }
bind /usr
for name in bin sbin lib lib64; do
  if [ -L /$name ]; then cp -P /$name $name; elif [ -d /$name ]; then bind /$name; fi
done
for folder in $BARE_ALSO; do bind "$folder"; done
mount --rbind /dev dev; mount --rbind /proc proc
for name in passwd group hosts resolv.conf nsswitch.conf ssl ca-certificates alternatives ld.so.cache; do
  [ ! -e /etc/$name ] || cp -RL /etc/$name etc/ 2>/dev/null || true
done
mount --rbind "$BARE_HOME" "./$HOME"
[ -z "$BARE_CACHE" ] || { mkdir cache; mount --rbind "$BARE_CACHE" cache; }
for name in ${PROGRAMS} $BARE_PROGRAMS; do
  path=$(command -v "$name") && ln -s "$path" "bare/bin/\${name##*/}"
done
unset BARE_ROOT BARE_ALSO BARE_HOME BARE_CACHE BARE_PROGRAMS EUID_OUTSIDE
PATH="$HOME/prefix/bin:/bare/bin" exec /usr/sbin/chroot . /bare/bin/bash --noprofile --norc -c "$TYPED" typed "$@"
`;

export interface BareOptions {
  /** Of what is typed. */
  readonly env?: { readonly [name: string]: string };
  /** Folders beside the system's that are seen, at their own paths. */
  readonly also?: readonly string[];
  /** Programs beside those that are always there, by name or path. */
  readonly programs?: readonly string[];
  /** A folder of npm's that is shared, so that packages are not fetched again. */
  readonly cache?: string;
}

export interface Typed {
  readonly status: number | null;
  /** The lines, each behind `$ ` and before what it printed. */
  readonly transcript: string;
}

const HOME = '/home/newcomer';
const UNSHARE = [
  '--mount',
  '--propagation',
  'private',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
];

/** Types lines on a machine with this home; they share a shell. */
export function typedBare(home: string, lines: readonly string[], options: BareOptions = {}): Typed {
  const root = mkdtempSync(join(tmpdir(), 'cfgtool-bare-'));
  // Node, and what npm is made of, may stand outside /usr.
  const own = [process.execPath, ...where('npm')].map((path) => dirname(dirname(realpathSync(path))));
  const also = [...own, ...(options.also ?? [])].filter((path) => !/^\/(?:usr|bin)(?:\/|$)/.test(path));
  try {
    return told(
      HOME,
      spawnSync('unshare', [...UNSHARE, 'bash', '--noprofile', '--norc', '-ec', BARE, 'bare', ...lines], {
        encoding: 'utf8',
        env: {
          PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
          ...npmSettings(HOME, options.cache === undefined ? `${HOME}/.npm` : '/cache'),
          ...options.env,
          HOME,
          TYPED,
          BARE_ROOT: root,
          BARE_HOME: home,
          BARE_ALSO: [...new Set(also)].join(' '),
          BARE_CACHE: options.cache ?? '',
          BARE_PROGRAMS: (options.programs ?? []).join(' '),
          EUID_OUTSIDE: String(process.getuid?.() ?? ''),
        },
      }),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Types lines in a home on this machine. */
export function typedHere(home: string, lines: readonly string[], options: BareOptions = {}): Typed {
  return told(
    home,
    spawnSync('bash', ['--noprofile', '--norc', '-c', TYPED, 'typed', ...lines], {
      encoding: 'utf8',
      env: {
        ...npmSettings(home, options.cache ?? join(home, '.npm')),
        ...options.env,
        HOME: home,
        PATH: `${home}/prefix/bin:${process.env.PATH}`,
      },
    }),
  );
}

/** Why there is no bare machine here; undefined where there is one. */
export function whyNoBareMachine(): string | undefined {
  const home = mkdtempSync(join(tmpdir(), 'cfgtool-bare-'));
  try {
    const { status, transcript } = typedBare(home, ['node --version', 'npm --version', 'git --version']);
    return status === 0 ? undefined : transcript.trim().split('\n').at(-1);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** npm says nothing of its own, and writes where a newcomer may. */
function npmSettings(home: string, cache: string): { readonly [name: string]: string } {
  return {
    npm_config_prefix: `${home}/prefix`,
    npm_config_cache: cache,
    npm_config_loglevel: 'silent',
    npm_config_update_notifier: 'false',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
  };
}

function where(program: string): readonly string[] {
  const { stdout } = spawnSync('bash', ['-c', `command -v ${program}`], { encoding: 'utf8' });
  return stdout.trim() === '' ? [] : [stdout.trim()];
}

function told(home: string, { status, stdout, stderr, error }: ReturnType<typeof spawnSync>): Typed {
  const text = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`;
  return { status, transcript: text.replaceAll(home, '~') };
}

/** A transcript without what differs from day to day. */
export function plainText(transcript: string): string {
  const { version, proxyRelease } = JSON.parse(readFileSync('package.json', 'utf8'));
  return transcript
    .replaceAll(version, 'VERSION')
    .replaceAll(`up to ${proxyRelease}`, 'up to RELEASE')
    .replaceAll(/\b[0-9a-f]{40}\b/g, 'COMMIT');
}
