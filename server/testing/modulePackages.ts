/** Packages for tests: the FAQ as it is shipped, and changed copies of it, signed by a key that the test server trusts. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { INCLUDED_MODULES, type IncludedModule } from '../installer/package/includedKey';
import { packModule } from '../installer/package/packModule';
import { createSigningKey, readSigningKey } from '../installer/package/signature';
import type { ApiResponse, Caller } from './callers';

const { privateKey, publicKey } = createSigningKey();
const key = readSigningKey(privateKey);

/** The environment of a server that trusts the packages of this file. */
export const TRUSTING_ENV = { MODULE_SIGNERS: `Test signer:${publicKey}` } as const;

/** A JSON file of a package; tests know its shape. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests change packages freely
type JsonFile = any;
export interface FolderEdits {
  /** Changes a JSON file in place. */
  readonly edit: (path: string, change: (value: JsonFile) => void) => void;
  readonly remove: (path: string) => void;
  readonly write: (path: string, bytes: Buffer) => void;
}

/** The environment of a server that also trusts the code of these packages. */
export const CODE_TRUSTING_ENV = { MODULE_CODE_SIGNERS: `Test signer:${publicKey}` } as const;

/** Packs files as they are; the manifest gets what tests do not change. */
export function packFiles(
  manifest: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string | object>>,
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'module-'));
  const source = {
    format: 1,
    version: '1.0.0',
    author: 'Test',
    requires: { atrium: '>=0.0.0', modules: {} },
    title: { en: 'Notes', 'zh-cn': '便签' },
    description: { en: 'Notes.', 'zh-cn': '便签。' },
    ...manifest,
  };
  for (const [path, content] of Object.entries({ ...files, 'module.json': source })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  const { archive } = packModule(folder, key);
  rmSync(folder, { recursive: true, force: true });
  return archive;
}

/** The modules that are shipped. */
export const SHIPPED_MODULES = INCLUDED_MODULES;
export type ShippedModule = IncludedModule;

/** Packs a copy of a shipped module after changes. */
export function packShipped(uid: ShippedModule, change: (edits: FolderEdits) => void = () => undefined): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'module-'));
  cpSync(join(process.cwd(), 'config/modules', uid), folder, { recursive: true });
  const write = (path: string, bytes: Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  };
  change({
    write,
    edit: (path, edit) => {
      const value: unknown = JSON.parse(readFileSync(join(folder, path), 'utf8'));
      edit(value);
      write(path, Buffer.from(JSON.stringify(value)));
    },
    remove: (path) => rmSync(join(folder, path)),
  });
  const { archive } = packModule(folder, key);
  rmSync(folder, { recursive: true, force: true });
  return archive;
}

/** Packs a copy of the FAQ after changes. */
export const packFaq = (change?: (edits: FolderEdits) => void): Buffer => packShipped('faq', change);

/** Version 1.1.0 of the guest book: the text has another name, with the entries as they are. */
export const packGuestBookUpdate = (): Buffer =>
  packShipped('guest-book', ({ edit }) => {
    edit('module.json', (manifest) => {
      manifest.version = '1.1.0';
    });
    edit('entities/guest_book_entry.json', ({ spec }) => {
      const { content, ...others } = spec.fields;
      spec.fields = { ...others, message: { ...content, options: { ...content.options, formerNames: ['content'] } } };
      const rename = (name: string) => (name === 'content' ? 'message' : name);
      spec.form = spec.form.map(rename);
      spec.list.columns = spec.list.columns.map(rename);
      for (const labels of Object.values<JsonFile>(spec.labels)) {
        labels.message = labels.content;
        delete labels.content;
      }
    });
    edit('pages.json', ([page]) => {
      page.body = 'message';
      page.member.form = page.member.form.map((name: string) => (name === 'content' ? 'message' : name));
    });
    edit('seeds.json', ([{ rows }]) => {
      for (const { values } of rows) {
        values.message = values.content;
        delete values.content;
      }
    });
  });

/** Version 1.1.0 of the dashboard pack: one dashboard has a card less, the other is gone. */
export const packDashboardsUpdate = (): Buffer =>
  packShipped('dashboard-pack', ({ edit }) => {
    edit('module.json', (manifest) => {
      manifest.version = '1.1.0';
    });
    edit('dashboards.json', (dashboards) => {
      dashboards.pop();
      dashboards[0].cards.pop();
    });
  });

/** Version 1.1.0 of the FAQ: questions can be pinned, and categories have no image. */
export const packFaqUpdate = (change: (edits: FolderEdits) => void = () => undefined): Buffer =>
  packFaq((edits) => {
    const { edit, remove } = edits;
    edit('module.json', (manifest) => {
      manifest.version = '1.1.0';
      manifest.permissions = ['entities', 'member_read', 'guest_read', 'seeds', 'site_pages'];
    });
    edit('entities/faq_question.json', ({ spec }) => {
      spec.fields.is_pinned = { kind: 'switch', options: { default: 0 } };
      spec.form.splice(-1, 0, 'is_pinned');
      spec.labels.en.is_pinned = 'Pinned';
      spec.labels['zh-cn'].is_pinned = '置顶';
    });
    edit('entities/faq_category.json', ({ spec }) => {
      delete spec.fields.picture;
      spec.form = spec.form.filter((name: unknown) => name !== 'picture');
      spec.list.columns = spec.list.columns.filter((name: string) => name !== 'picture');
      delete spec.labels.en.picture;
      delete spec.labels['zh-cn'].picture;
    });
    edit('seeds.json', ([categories]) => {
      for (const { values } of categories.rows) delete values.picture;
    });
    for (const name of ['account', 'billing']) remove(`assets/${name}.png`);
    change(edits);
  });

export const uploadModule = (caller: Caller, archive: Buffer): Promise<ApiResponse> =>
  caller.send('POST', '/admin/module/upload', {
    body: new Uint8Array(archive),
    headers: { 'content-type': 'application/octet-stream' },
  });
