/** A package registry on this machine: it serves a few small packages in the form that npm expects. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Files of a package by their path; `package.json` gets name and version. */
export type PackageFiles = Readonly<Record<string, string | object>>;
export interface RegistryPackage {
  readonly name: string;
  readonly version: string;
  readonly files: PackageFiles;
}
export interface PackageRegistry {
  readonly url: string;
  /** Paths of the requests, in their order. */
  readonly requests: readonly string[];
  /** While it is set, the archives are held back; afterwards they are sent. */
  readonly hold: (isHeld: boolean) => void;
  readonly close: () => Promise<void>;
}

const BLOCK = 512;
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

/** A file of a tar archive (ustar): its header and its padded content. */
function tarEntry(path: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(content.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write('        0', 148);
  header.write('ustar\0' + '00', 257);
  header.write(
    `${octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    )} `,
    148,
  );
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

function packTarball({ name, version, files }: RegistryPackage): Buffer {
  const { 'package.json': own = {}, ...others } = files;
  const entries = { ...others, 'package.json': { name, version, ...(own as object) } };
  const parts = Object.entries(entries).map(([path, content]) =>
    tarEntry(`package/${path}`, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))),
  );
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

/** The metadata of all versions of a package. */
function describePackage(
  url: string,
  name: string,
  versions: readonly (RegistryPackage & { readonly tarball: Buffer })[],
) {
  const described = versions.map(({ version, files, tarball }) => [
    version,
    {
      name,
      version,
      ...((files['package.json'] as object | undefined) ?? {}),
      dist: {
        tarball: `${url}/${name}/-/${version}.tgz`,
        integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      },
    },
  ]);
  return { name, 'dist-tags': { latest: versions.at(-1)?.version }, versions: Object.fromEntries(described) as object };
}

/** Starts a registry of these packages on a free port. */
export async function startPackageRegistry(packages: readonly RegistryPackage[]): Promise<PackageRegistry> {
  const packed = packages.map((source) => ({ ...source, tarball: packTarball(source) }));
  const requests: string[] = [];
  let isHeld = false;
  const pausedResponses: (() => void)[] = [];
  const server = createServer(({ url: path = '' }, response) => {
    requests.push(path);
    const [, name = '', version] = /^\/([^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(path)) ?? [];
    const found = packed.filter(
      (candidate) => candidate.name === name && (version ?? candidate.version) === candidate.version,
    );
    if (found.length === 0) response.writeHead(404).end('{}');
    else if (version === undefined) response.end(JSON.stringify(describePackage(url, name, found)));
    else if (isHeld) pausedResponses.push(() => response.end(found[0]?.tarball));
    else response.end(found[0]?.tarball);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an address
  return {
    url,
    requests,
    hold: (holds) => {
      isHeld = holds;
      if (!holds) for (const send of pausedResponses.splice(0)) send();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
