/** Packages: what is packed is read again, and nothing else is: hostile archives, changed files, strangers' signatures. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { zipSync, type Zippable } from 'fflate';
import { LANGUAGES } from '../../../common/lang';
import { translateFault } from '../../../common/locales/translate';
import { Fault } from '../../../common/protocol/faults';
import { commandErrorText } from '../../commandErrorText';
import { packModule, readKeyFile } from './packModule';
import { readPackage, type TrustedSigner } from './readPackage';
import { createSigningKey, MANIFEST_FILE, readSigningKey, SIGNATURE_FILE, signManifest } from './signature';
import { writeKeyFile, writePackage } from './writePackage';
import { ArchiveError, readZip } from './zipArchive';

const FAQ = join(process.cwd(), 'config/modules/faq');
const { privateKey, publicKey } = createSigningKey();
const key = readSigningKey(privateKey);
const trusted: readonly TrustedSigner[] = [{ name: 'Test', key: publicKey, runsCode: true }];
const faq = packModule(FAQ, key);
const folders: string[] = [];
const copyFaq = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'module-'));
  folders.push(folder);
  cpSync(FAQ, folder, { recursive: true });
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** The code of the fault, or `ok`. */
function outcome(archive: Uint8Array, signers = trusted): string {
  try {
    readPackage(Buffer.from(archive), signers);
    return 'ok';
  } catch (error) {
    if (error instanceof Fault) return error.code;
    throw error;
  }
}
/** The files of the FAQ with some of them exchanged, zipped again. */
const rezip = (changes: Readonly<Record<string, Buffer | null>>): Buffer => {
  const files = new Map<string, Buffer | null>([...readZip(faq.archive), ...Object.entries(changes)]);
  const kept: Zippable = {};
  for (const [path, bytes] of files) if (bytes !== null) kept[path] = bytes;
  return Buffer.from(zipSync(kept));
};
const changeManifest = (change: (manifest: Record<string, unknown>) => void, signs = false): Buffer => {
  const manifest = JSON.parse(JSON.stringify(faq.manifest)) as Record<string, unknown>;
  change(manifest);
  return rezip({
    [MANIFEST_FILE]: Buffer.from(JSON.stringify(manifest)),
    ...(signs ? { [SIGNATURE_FILE]: Buffer.from(signManifest(manifest as never, key)) } : {}),
  });
};

describe('a package', () => {
  it('is read as it was packed, the same folder gives the same bytes', () => {
    const read = readPackage(faq.archive, trusted);
    expect([read.manifest, read.signer]).toEqual([faq.manifest, 'Test']);
    expect(read.entities.map(({ name }) => name)).toEqual(['faq_category', 'faq_question']);
    expect(read.seeds.map(({ entity, rows }) => [entity, rows.length])).toEqual([
      ['faq_category', 2],
      ['faq_question', 2],
    ]);
    expect([...read.assets.keys()]).toEqual(['account.png', 'billing.png']);
    expect(packModule(FAQ, key).archive.equals(faq.archive)).toBe(true);
  });

  /** What the command line prints when it refuses to pack. */
  const refusal = (pack: () => unknown): string => {
    try {
      pack();
      return '';
    } catch (error) {
      return commandErrorText(error);
    }
  };
  it('module:pack prints a sentence and no stack when the folder, its manifest or the key cannot be used', () => {
    expect(refusal(() => packModule('/no/such/folder', key))).toBe('The folder /no/such/folder doesn’t exist.');
    const empty = mkdtempSync(join(tmpdir(), 'module-'));
    folders.push(empty);
    expect(refusal(() => packModule(empty, key))).toBe('The folder has no module.json.');
    writeFileSync(join(empty, MANIFEST_FILE), '{');
    expect(refusal(() => packModule(empty, key))).toMatch(/^module\.json isn’t valid JSON: [^\n]+$/);
    writeFileSync(join(empty, MANIFEST_FILE), '{}');
    expect(refusal(() => packModule(empty, key)).split('\n')).toContain('module.uid: is missing');
    expect(refusal(() => readKeyFile(join(empty, 'key.pem')))).toMatch(/^The key file .*key\.pem doesn’t exist\.$/);
    expect(refusal(() => readKeyFile(join(empty, MANIFEST_FILE)))).toMatch(/isn’t an Ed25519 private key\.$/);
    const asksForLess = copyFaq();
    const manifest = JSON.parse(readFileSync(join(asksForLess, MANIFEST_FILE), 'utf8')) as { permissions: string[] };
    manifest.permissions = [];
    writeFileSync(join(asksForLess, MANIFEST_FILE), JSON.stringify(manifest));
    const lines = refusal(() => packModule(asksForLess, key)).split('\n');
    expect([lines[0], lines.length]).toEqual([
      expect.stringMatching(/^The package is invalid: module\.permissions: /),
      2,
    ]);
    expect(refusal(() => JSON.parse('{'))).toContain(' at ');
  });

  it('module:key and module:pack read and write in the folder of the person', () => {
    const from = mkdtempSync(join(tmpdir(), 'person-'));
    folders.push(from);
    cpSync(FAQ, join(from, 'faq'), { recursive: true });
    expect(writeKeyFile({ from, file: 'own.pem' })).toContain(join(from, 'own.pem'));
    const text = writePackage({ from, folder: 'faq', keyFile: 'own.pem' });
    const file = `faq-${faq.manifest.version}.zip`;
    expect(text).toBe(
      `${join(from, file)}: ${faq.manifest.files.length} files, ${statSync(join(from, file)).size} bytes, signed.`,
    );
    expect(readdirSync(from).sort()).toEqual(['faq', file, 'own.pem']);
    expect(statSync(join(from, 'own.pem')).mode & 0o777).toBe(0o600);
    expect(() => writeKeyFile({ from, file: 'own.pem' })).toThrow('EEXIST');
  });

  // @case T1.03
  // @covers fault module.signer
  // @covers fault module.signature
  it('is refused when a stranger signed it, and when manifest or signature were changed', () => {
    expect(outcome(faq.archive, [])).toBe('module.signer');
    expect(outcome(faq.archive, [{ name: 'Other', key: createSigningKey().publicKey, runsCode: true }])).toBe(
      'module.signer',
    );
    expect(outcome(changeManifest((manifest) => (manifest['version'] = '9.0.0')))).toBe('module.signature');
    expect(outcome(rezip({ [SIGNATURE_FILE]: Buffer.from('{}') }))).toBe('module.signature');
    const forged = { key: publicKey, signature: Buffer.alloc(64).toString('base64') };
    expect(outcome(rezip({ [SIGNATURE_FILE]: Buffer.from(JSON.stringify(forged)) }))).toBe('module.signature');
  });

  // @covers fault module.archive
  it('is refused when a file was changed, added or left out', () => {
    const seeds = readFileSync(join(FAQ, 'seeds.json'));
    seeds[seeds.indexOf('status')] = 83;
    expect(outcome(rezip({ 'seeds.json': seeds }))).toBe('module.archive');
    expect(outcome(rezip({ 'assets/more.png': Buffer.from('x') }))).toBe('module.archive');
    expect(outcome(rezip({ 'assets/account.png': null }))).toBe('module.archive');
    const sentences = LANGUAGES.map((lang) => {
      try {
        return readPackage(rezip({ 'seeds.json': seeds, 'assets/account.png': null }), trusted);
      } catch (error) {
        return error instanceof Fault ? translateFault(lang, error) : error;
      }
    });
    expect(sentences).toEqual([
      'This file isn’t a valid package: assets/account.png is missing, seeds.json was changed.',
      '该文件不是可用的模块包：缺少 assets/account.png，seeds.json 已被改动。',
    ]);
    expect(outcome(rezip({ [MANIFEST_FILE]: null }))).toBe('module.archive');
    expect(outcome(rezip({ [MANIFEST_FILE]: Buffer.from(`{"a":"${'x'.repeat(600_000)}"}`) }))).toBe('module.archive');
  });

  // @covers fault module.invalid
  it('is refused when it needs more than its manifest asks for', () => {
    const asksForLess = changeManifest((manifest) => (manifest['permissions'] = ['entities', 'seeds']), true);
    expect(() => readPackage(asksForLess, trusted)).toThrow(Fault);
    expect(outcome(asksForLess)).toBe('module.invalid');
  });

  it('names each problem in both languages', () => {
    const asksForLess = changeManifest((manifest) => (manifest['permissions'] = ['entities', 'seeds']), true);
    const sentences = (['en', 'zh-cn'] as const).map((lang) => {
      try {
        readPackage(asksForLess, trusted);
        return '';
      } catch (error) {
        return error instanceof Fault ? translateFault(lang, error) : '';
      }
    });
    expect(sentences[0]).toContain('module.permissions: assets is used but not requested');
    expect(sentences[1]).toContain('module.permissions：需要 assets，但未申请');
    expect(sentences[1]).not.toContain('does not');
  });

  it.each([
    ['uid', '../..'],
    ['uid', 'FAQ'],
    ['uid', 'a/b'],
    ['uid', `a${'b'.repeat(40)}`],
    ['version', '1.0'],
    ['permissions', ['everything']],
    ['requires', { atrium: 'latest', modules: {} }],
    ['format', 2],
    ['hooks', 'server.js'],
    ['dependencies', { slugify: '^1.6.6' }],
    ['dependencies', { slugify: 'file:../../secrets' }],
    ['dependencies', { slugify: 'latest' }],
    ['dependencies', { '../slugify': '1.6.6' }],
    ['dependencies', { node_modules: '1.6.6' }],
    // Only hooks could import it, and the FAQ has none.
    ['dependencies', { slugify: '1.6.6' }],
  ])('with the manifest key %s = %j is refused', (name, value) => {
    expect(outcome(changeManifest((manifest) => (manifest[name] = value), true))).toBe('module.invalid');
  });

  it('a folder with a link, a bad definition or a circle of references is not packed', () => {
    const linked = copyFaq();
    symlinkSync('/etc/hostname', join(linked, 'assets/host.png'));
    expect(() => packModule(linked, key)).toThrow(/isn’t a regular file/);
    const circular = copyFaq();
    const path = join(circular, 'entities/faq_category.json');
    const category = JSON.parse(readFileSync(path, 'utf8'));
    category.spec.fields.best_id = { kind: 'ref', options: { to: 'faq_question' } };
    category.spec.labels.en.best_id = 'Best';
    category.spec.labels['zh-cn'].best_id = '最佳';
    writeFileSync(path, JSON.stringify(category));
    expect(() => packModule(circular, key)).toThrow();
    const broken = copyFaq();
    writeFileSync(join(broken, 'entities/faq_category.json'), '{"name":"faq_category"}');
    expect(() => packModule(broken, key)).toThrow();
  });

  const page = {
    path: 'faq',
    entity: 'faq_question',
    layout: 'questions',
    heading: 'question',
    body: 'answer',
    title: { en: 'FAQ', 'zh-cn': '常见问题' },
    description: { en: '', 'zh-cn': '' },
  };
  const board = { key: 'one', title: 'One', cards: [{ id: 'a', kind: 'online', w: 2, h: 2 }] };
  it.each<readonly [part: string, path: string, value: unknown, problem: RegExp]>([
    ['a folder that no entity names', 'menu.json', { ...getFolder('other') }, /no entity names the menu other/],
    ['a folder without a Chinese title', 'menu.json', { ...getFolder('faq'), title: { en: 'FAQ' } }, /zh-cn/],
    ['a page of another entity', 'pages.json', [{ ...page, entity: 'user' }], /must name an entity of the module/],
    [
      'a page with a field that is no text',
      'pages.json',
      [{ ...page, body: 'status' }],
      /not a text that guests can read/,
    ],
    ['a page with a strange path', 'pages.json', [{ ...page, path: '../admin' }], /pages\.0\.path/],
    [
      'a group that is no reference',
      'pages.json',
      [{ ...page, group: 'question' }],
      /not a reference within the module/,
    ],
    [
      'a page of the member center whose members write nothing',
      'pages.json',
      [{ ...page, member: { icon: 'chat', form: ['question'] } }],
      /members must be able to add and read rows/,
    ],
    [
      'a state of the member center that is no choice',
      'pages.json',
      [{ ...page, member: { icon: 'chat', form: [], state: 'question' } }],
      /question is not a choice that members can read/,
    ],
    ['two pages of one path', 'pages.json', [page, page], /the path faq is used twice/],
    [
      'a card of an unknown kind',
      'dashboards.json',
      [{ ...board, cards: [{ ...board.cards[0], kind: 'x' }] }],
      /cards/,
    ],
    ['two dashboards of one key', 'dashboards.json', [board, board], /the key one is used twice/],
    ['dashboards it does not ask for', 'dashboards.json', [board], /dashboards is used but not requested/],
  ])('with %s is not packed', (_part, path, value, problem) => {
    const folder = copyFaq();
    writeFileSync(join(folder, path), JSON.stringify(value));
    expect(() => packModule(folder, key)).toThrow(
      expect.objectContaining({
        params: { problems: { en: expect.stringMatching(problem), 'zh-cn': expect.stringMatching(ALL_IN_CHINESE) } },
      }),
    );
  });
});

/** Each of the problems has Chinese words. */
const ALL_IN_CHINESE = /^(?:[^；]*\p{Script=Han}[^；]*)(?:；[^；]*\p{Script=Han}[^；]*)*$/u;

function getFolder(name: string) {
  return { name, icon: 'help', title: { en: 'FAQ', 'zh-cn': '常见问题' } };
}

/** Bytes of the end of the directory, and of the first entry of the directory, of an archive. */
const getEnd = (archive: Buffer) => archive.length - 22;
const getDirectory = (archive: Buffer) => archive.readUInt32LE(getEnd(archive) + 16);
const changed = (change: (archive: Buffer) => void): Buffer => {
  const archive = Buffer.from(faq.archive);
  change(archive);
  return archive;
};
const named = (path: string) => Buffer.from(zipSync({ [path]: Buffer.from('x') }));

// @case F-16
describe('a hostile archive', () => {
  const corpus: readonly (readonly [string, Buffer])[] = [
    ...[
      '../x',
      '/etc/x',
      'C:\\x',
      'a\\b',
      'a/../../x',
      'a//b',
      './a',
      'A.json',
      'a\u0000b',
      'ü.json',
      'a/',
      '.x',
      'a b',
    ].map((path): readonly [string, Buffer] => [`the name ${JSON.stringify(path)}`, named(path)]),
    [
      'a name in the directory that its file does not have',
      changed((bytes) => bytes.write('x', getDirectory(bytes) + 46)),
    ],
    ['a link', changed((bytes) => bytes.writeUInt32LE(0xa1ff0000, getDirectory(bytes) + 38))],
    ['a device', changed((bytes) => bytes.writeUInt32LE(0x21b60000, getDirectory(bytes) + 38))],
    ['a folder', changed((bytes) => bytes.writeUInt32LE(0x41ed0000, getDirectory(bytes) + 38))],
    ['encryption', changed((bytes) => bytes.writeUInt16LE(1, getDirectory(bytes) + 8))],
    ['a streamed file', changed((bytes) => bytes.writeUInt16LE(8, getDirectory(bytes) + 8))],
    ['an unknown method', changed((bytes) => bytes.writeUInt16LE(12, getDirectory(bytes) + 10))],
    ['a declared size beyond the limit', changed((bytes) => bytes.writeUInt32LE(0x7fffffff, getDirectory(bytes) + 24))],
    ['a lying size', changed((bytes) => bytes.writeUInt32LE(17, getDirectory(bytes) + 24))],
    ['a zip64 size', changed((bytes) => bytes.writeUInt32LE(0xffffffff, getDirectory(bytes) + 20))],
    ['an offset beyond its end', changed((bytes) => bytes.writeUInt32LE(0xfffffff0, getDirectory(bytes) + 42))],
    ['a number of files that is wrong', changed((bytes) => bytes.writeUInt16LE(65_535, getEnd(bytes) + 10))],
    ['two disks', changed((bytes) => bytes.writeUInt16LE(1, getEnd(bytes) + 4))],
    ['a comment', Buffer.concat([changed((bytes) => bytes.writeUInt16LE(3, getEnd(bytes) + 20)), Buffer.from('abc')])],
    ['data after its end', Buffer.concat([faq.archive, Buffer.from('<script>')])],
    ['data before its files', Buffer.concat([Buffer.from('#!/bin/sh\n'), faq.archive])],
    ['nothing in it', Buffer.from(zipSync({}))],
    ['no bytes', Buffer.alloc(0)],
    ['a bomb', Buffer.from(zipSync({ 'assets/bomb.png': Buffer.alloc(9_000_000) }, { level: 9 }))],
    ['an entry that is too large', Buffer.from(zipSync({ 'assets/big.png': Buffer.alloc(11_000_000) }, { level: 0 }))],
    ['more than it may hold', Buffer.alloc(20 * 1024 * 1024 + 1)],
    ['another archive', Buffer.from('Rar!\u001a\u0007\u0000'.padEnd(100, 'x'))],
    [
      'a file where a folder is',
      Buffer.from(zipSync({ 'assets/a': Buffer.from('x'), 'assets/a/b': Buffer.from('y') })),
    ],
    [
      'too many files',
      Buffer.from(
        zipSync(Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`assets/f${n}.png`, Buffer.from('x')]))),
      ),
    ],
  ];
  it.each(corpus)('an archive with %s is refused within half a second', (_name, archive) => {
    const start = performance.now();
    expect(() => readZip(archive)).toThrow(ArchiveError);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('an archive with the same name twice is refused', () => {
    const twice = Buffer.from(zipSync({ 'assets/a.png': Buffer.from('x'), 'assets/b.png': Buffer.from('y') }));
    const renamed = Buffer.from(twice.toString('latin1').replaceAll('assets/b.png', 'assets/a.png'), 'latin1');
    expect(() => readZip(renamed)).toThrow(/twice/);
  });

  it('an archive with overlapping files is refused', () => {
    const two = Buffer.from(zipSync({ 'assets/a.png': Buffer.from('x'), 'assets/b.png': Buffer.from('y') }));
    const second = getDirectory(two) + 46 + 'assets/a.png'.length;
    two.writeUInt32LE(0, second + 42);
    expect(() => readZip(two)).toThrow(/overlap|contradicts/);
  });

  it('an archive that was cut anywhere is refused', () => {
    for (let length = 0; length < faq.archive.length; length += 97)
      expect(() => readZip(faq.archive.subarray(0, length))).toThrow(ArchiveError);
  });

  it('an archive with a flipped bit anywhere is refused, and never anything but refused', () => {
    fc.assert(
      fc.property(fc.nat(faq.archive.length * 8 - 1), (bit) => {
        const archive = changed((bytes) => {
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        });
        const result = outcome(archive);
        // Some bits say nothing, such as the time of a file.
        if (result === 'ok') expect(readPackage(archive, trusted).manifest).toEqual(faq.manifest);
        else expect(result).toMatch(/^module\./);
      }),
      { numRuns: 1500 },
    );
  });
});
