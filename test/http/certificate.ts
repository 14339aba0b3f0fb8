import { connect } from 'node:tls';

/**
 * Writes `<name>.pem` and `<name>.key`: a certificate that signs itself, by which it can be told from another. `of` is
 * the host that it is for, as in `IP:127.0.0.1`, `days` how long it is valid.
 */
export function certify(folder: string, name: string, of?: string, days = 2): void {
  const { exitCode, stderr } = Bun.spawnSync(
    [
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      `${days}`,
      '-subj',
      `/CN=${name}`,
      ...(of === undefined ? [] : ['-addext', `subjectAltName=${of}`]),
    ],
    { cwd: folder },
  );
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** The name in the certificate that a new connection gets. */
export function nameOf(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
    resolve(String(socket.getPeerCertificate().subject.CN));
    socket.destroy();
  });
  socket.on('error', reject);
  return promise;
}
