import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const probeIn = (name: string) => fileURLToPath(new URL(`../testing/guests/${name}`, import.meta.url));

/** A network whose only interface is a dead end, so that all outgoing packets are counted. Needs `unshare` and `ip`. */
const network = `set -e
  ip link set lo up
  ip link add out type veth peer name far
  for each in out far; do
    if [ -e /proc/sys/net/ipv6/conf/$each ]; then echo 1 > /proc/sys/net/ipv6/conf/$each/disable_ipv6; fi
  done
  ip addr add 192.0.2.2/24 dev out
  ip link set out up
  ip link set far up
  ip route add default via 192.0.2.1
  exec "$@"`;

async function packets(
  probe: string,
  ...args: string[]
): Promise<{ before: number; after: number; answered?: number }> {
  const inside = ['--user', '--map-root-user', '--net', 'sh', '-c', network, 'sh'];
  const { stdout } = await promisify(execFile)('unshare', [
    ...inside,
    process.execPath,
    probeIn(probe),
    ...args,
  ]);
  return JSON.parse(stdout);
}

test('no packet leaves the machine, even with a .local candidate of WebRTC', async () => {
  expect(await packets('seal-probe.ts', '')).toEqual({ before: 0, after: 1 });
});

test('the packets of a browser that hides its addresses by multicast are counted', async () => {
  expect((await packets('seal-probe.ts', 'WebRtcHideLocalIpsWithMdns')).before).toBeGreaterThan(0);
});

test('no packet of a server leaves the machine, whichever private addresses it is made to open', async () => {
  const { before, after, answered } = await packets('reach-probe.ts');
  expect([before, after]).toEqual([0, 1]);
  expect(answered).toBeGreaterThan(40);
});
