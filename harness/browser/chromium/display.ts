import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';

/** Where windows open: what a browser must have in its environment and be able to read for it. */
export type Display = { env: Record<string, string>; places: readonly string[] };

const names = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'] as const;

/** Of this machine. Throws `UserError` where there is none. */
export function displayHere(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Display {
  const isOwn = platform === 'darwin' || platform === 'win32';
  if (!isOwn && !env.DISPLAY && !env.WAYLAND_DISPLAY)
    throw new UserError(
      '--headed: found no display (neither DISPLAY nor WAYLAND_DISPLAY is set); it opens a window: use it on a desktop, or under xvfb-run',
    );
  const own = Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value ? [[name, value]] : [];
    }),
  );
  const { XAUTHORITY, XDG_RUNTIME_DIR, WAYLAND_DISPLAY, HOME } = env;
  return {
    env: own,
    places: [
      '/tmp/.X11-unix',
      ...(XAUTHORITY ? [XAUTHORITY] : HOME ? [path.join(HOME, '.Xauthority')] : []),
      ...(XDG_RUNTIME_DIR && WAYLAND_DISPLAY ? [path.join(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)] : []),
    ],
  };
}
