import { verify, X509Certificate } from 'node:crypto';
import * as z from 'zod';
import { sha256 } from '../../platform/digest.ts';

/** The checked fields of a Sigstore bundle, in any of its versions. */
const Certificate = z.object({ rawBytes: z.base64() });
export const Bundle = z.object({
  dsseEnvelope: z.object({
    payload: z.base64(),
    payloadType: z.literal('application/vnd.in-toto+json'),
    signatures: z.array(z.object({ sig: z.base64() })).length(1),
  }),
  verificationMaterial: z.union([
    z.object({ certificate: Certificate }),
    z.object({ x509CertificateChain: z.object({ certificates: z.array(Certificate).min(1) }) }),
  ]),
});

const Statement = z.object({
  subject: z.array(z.object({ digest: z.object({ sha256: z.string().optional() }) })),
});

/** An accepted signer: a workflow, by the URI in its certificate, and the authority that may have issued the certificate. */
export type Signer = { workflow: string; authority?: readonly string[] };

/** The workflow that measures and publishes on the default branch of a repository (`https://github.com/<owner>/<name>`). */
export function publishingWorkflow(repositoryUrl: string): string {
  return `${repositoryUrl}/.github/workflows/bench.yml@refs/heads/main`;
}

/**
 * Null if the bundle is a workflow's signed statement that a run's file has this digest; else the reason. Verified without
 * a network: the signature, the certificate's issuers, their validity when it was issued, and the workflow in it. Not
 * verified: that the statement is in Sigstore's public log, and that it was signed while its short-lived certificate was
 * valid. `gh attestation verify` checks both.
 */
export function whyNotAttested(text: string, wanted: string, { workflow, authority }: Signer): string | null {
  try {
    const bundle = Bundle.parse(JSON.parse(text));
    const { payload, payloadType, signatures } = bundle.dsseEnvelope;
    const material = bundle.verificationMaterial;
    const raw =
      'certificate' in material
        ? material.certificate.rawBytes
        : (material.x509CertificateChain.certificates[0]?.rawBytes ?? '');
    const leaf = certificateOf(raw);
    const issuers = (authority ?? sigstoreAuthority).map(certificateOf);
    if (!isIssued(leaf, issuers)) return 'its certificate is not from the authority';
    if (!issuers.every((each) => wasValid(each, leaf.validFromDate)))
      return 'its certificate was issued while a certificate of the authority was not valid';
    if (!(leaf.subjectAltName ?? '').split(', ').includes(`URI:${workflow}`))
      return `it is signed by ${leaf.subjectAltName}; expected ${workflow}`;
    const statement = Buffer.from(payload, 'base64');
    const signed = Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} `),
      statement,
    ]);
    const signature = Buffer.from(signatures[0]?.sig ?? '', 'base64');
    if (!verify('sha256', signed, leaf.publicKey, signature)) return 'its signature is invalid';
    const { subject } = Statement.parse(JSON.parse(statement.toString('utf8')));
    return subject.some(({ digest }) => digest.sha256 === wanted) ? null : 'it belongs to another run';
  } catch (error) {
    return `it cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
}

/** Digest of the attested form of a run: the run in its results file, indented by two spaces, with a final newline. */
export function attestedSha256(run: unknown): string {
  return sha256(`${JSON.stringify(run, null, 2)}\n`);
}

function certificateOf(rawBytes: string): X509Certificate {
  return new X509Certificate(Buffer.from(rawBytes, 'base64'));
}

/** Whether each certificate is issued by the next and the last by itself; the leaf must not be an authority. */
function isIssued(leaf: X509Certificate, authority: readonly X509Certificate[]): boolean {
  const chain = [leaf, ...authority];
  return (
    !leaf.ca &&
    chain.every((each, index) => {
      const issuer = chain[Math.min(index + 1, chain.length - 1)] ?? each;
      return each.checkIssued(issuer) && each.verify(issuer.publicKey);
    })
  );
}

function wasValid({ validFromDate, validToDate }: X509Certificate, at: Date): boolean {
  return validFromDate <= at && at <= validToDate;
}

/**
 * Sigstore's authority for public repositories, in DER as Base64: the issuer, then its root. From the second chain of
 * `certificateAuthorities` in `trusted_root.json` of https://tuf-repo-cdn.sigstore.dev; both end in October 2031.
 */
export const sigstoreAuthority: readonly string[] = [
  'MIICGjCCAaGgAwIBAgIUALnViVfnU0brJasmRkHrn/UnfaQwCgYIKoZIzj0EAwMwKjEVMBMGA1UEChMMc2lnc3RvcmUuZGV2MREw' +
    'DwYDVQQDEwhzaWdzdG9yZTAeFw0yMjA0MTMyMDA2MTVaFw0zMTEwMDUxMzU2NThaMDcxFTATBgNVBAoTDHNpZ3N0b3JlLmRldjEe' +
    'MBwGA1UEAxMVc2lnc3RvcmUtaW50ZXJtZWRpYXRlMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE8RVS/ysH+NOvuDZyPIZtilgUF9Nl' +
    'arYpAd9HP1vBBH1U5CV77LSS7s0ZiH4nE7Hv7ptS6LvvR/STk798LVgMzLlJ4HeIfF3tHSaexLcYpSASr1kS0N/RgBJz/9jWCiXn' +
    'o3sweTAOBgNVHQ8BAf8EBAMCAQYwEwYDVR0lBAwwCgYIKwYBBQUHAwMwEgYDVR0TAQH/BAgwBgEB/wIBADAdBgNVHQ4EFgQU39Pp' +
    'z1YkEZb5qNjpKFWixi4YZD8wHwYDVR0jBBgwFoAUWMAeX5FFpWapesyQoZMi0CrFxfowCgYIKoZIzj0EAwMDZwAwZAIwPCsQK4DY' +
    'iZYDPIaDi5HFKnfxXx6ASSVmERfsynYBiX2X6SJRnZU84/9DZdnFvvxmAjBOt6QpBlc4J/0DxvkTCqpclvziL6BCCPnjdlIB3Pu3' +
    'BxsPmygUY7Ii2zbdCdliiow=',
  'MIIB9zCCAXygAwIBAgIUALZNAPFdxHPwjeDloDwyYChAO/4wCgYIKoZIzj0EAwMwKjEVMBMGA1UEChMMc2lnc3RvcmUuZGV2MREw' +
    'DwYDVQQDEwhzaWdzdG9yZTAeFw0yMTEwMDcxMzU2NTlaFw0zMTEwMDUxMzU2NThaMCoxFTATBgNVBAoTDHNpZ3N0b3JlLmRldjER' +
    'MA8GA1UEAxMIc2lnc3RvcmUwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAAT7XeFT4rb3PQGwS4IajtLk3/OlnpgangaBclYpsYBr5i+4' +
    'ynB07ceb3LP0OIOZdxexX69c5iVuyJRQ+Hz05yi+UF3uBWAlHpiS5sh0+H2GHE7SXrk1EC5m1Tr19L9gg92jYzBhMA4GA1UdDwEB' +
    '/wQEAwIBBjAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBRYwB5fkUWlZql6zJChkyLQKsXF+jAfBgNVHSMEGDAWgBRYwB5fkUWl' +
    'Zql6zJChkyLQKsXF+jAKBggqhkjOPQQDAwNpADBmAjEAj1nHeXZp+13NWBNa+EDsDP8G1WWg1tCMWP/WHPqpaVo0jhsweNFZgSs0' +
    'eE7wYI4qAjEA2WB9ot98sIkoF3vZYdd3/VtWB5b9TNMea7Ix/stJ5TfcLLeABLE4BNJOsQ4vnBHJ',
];
