import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der } from './der.ts';

type Keys = { publicKey: KeyObject; privateKey: KeyObject };
type Validity = { from: Date; to: Date };

/** An authority made for a test: a root, whom it lets issue, and bundles that this one's certificates sign. */
export type TestAuthority = {
  /** As `Signer` takes it. */
  authority: string[];
  /** A bundle by a workflow that says that something has this digest, its certificate issued at `from`. */
  bundle(sha256: string, of: { workflow: string; from: Date }): string;
};

/** `issuer`: when the certificate of the issuer is valid. */
export function authorityOf(issuer: Validity): TestAuthority {
  const keys = { root: newKeys(), issuer: newKeys() };
  const root = certificate('root', { ...longest, of: keys.root, by: ['root', keys.root], ca: true });
  const middle = certificate('issuer', { ...issuer, of: keys.issuer, by: ['root', keys.root], ca: true });
  return {
    authority: [middle, root].map((bytes) => bytes.toString('base64')),
    bundle: (sha256, { workflow, from }) => {
      const signer = newKeys();
      const to = new Date(from.getTime() + 600_000);
      const by: Issuer = ['issuer', keys.issuer];
      const leaf = certificate('', { from, to, of: signer, by, ca: false, workflow });
      return bundleOf(leaf, signer, JSON.stringify({ subject: [{ name: 'run', digest: { sha256 } }] }));
    },
  };
}

const longest: Validity = { from: new Date('2020-01-01'), to: new Date('2040-01-01') };

function bundleOf(leaf: Buffer, { privateKey }: Keys, statement: string): string {
  const payloadType = 'application/vnd.in-toto+json';
  const signed = `DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} ${statement}`;
  return JSON.stringify({
    dsseEnvelope: {
      payload: btoa(statement),
      payloadType,
      signatures: [{ sig: sign('sha256', Buffer.from(signed), privateKey).toString('base64') }],
    },
    verificationMaterial: { certificate: { rawBytes: leaf.toString('base64') } },
  });
}

type Issuer = [name: string, keys: Keys];
type Request = Validity & { of: Keys; by: Issuer; ca: boolean; workflow?: string };

/** X.509, RFC 5280: who may issue says so in `basicConstraints`, a workflow is a URI in `subjectAltName`. */
function certificate(name: string, { from, to, of, by: [issuer, { privateKey }], ca, workflow }: Request) {
  const algorithm = der.sequence(der.oid('1.2.840.10045.4.3.2'));
  const constraints = extension('2.5.29.19', der.sequence(...(ca ? [der.isTrue] : [])));
  const uri = workflow && der.sequence(der.primitive(6, Buffer.from(workflow)));
  const extensions = [constraints, ...(uri ? [extension('2.5.29.17', uri)] : [])];
  const told = der.sequence(
    der.tagged(0, der.integer(2)),
    der.integer(1),
    algorithm,
    nameOf(issuer),
    der.sequence(der.time(from), der.time(to)),
    nameOf(name),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    der.tagged(3, der.sequence(...extensions)),
  );
  return der.sequence(told, algorithm, der.bits(sign('sha256', told, privateKey)));
}

function extension(oid: string, value: Uint8Array): Buffer {
  return der.sequence(der.oid(oid), der.isTrue, der.octets(value));
}

function nameOf(name: string): Buffer {
  if (name === '') return der.sequence();
  return der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.text(name))));
}

function newKeys(): Keys {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
