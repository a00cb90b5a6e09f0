/** What the translation of rows reads in addition to the rows. */
import type { IncomingMessage } from 'node:http';
import { fileUrl } from '../../common/text/fileUrl';
import type { RequestContext, Services } from '../context';
import type { Reader } from '../engine/read/reader';
import { serverOrigin } from './olderClient';

export type CompatRow = Readonly<Record<string, unknown>>;
export type RowView = 'list' | 'row';

export interface RowSource {
  readonly ctx: RequestContext;
  readonly reader: Reader;
  readonly view: RowView;
  /** `refs[entity][id]`: titles of referenced rows. */
  readonly refs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly origin: string;
  /** The whole address of a stored path. */
  readonly toUrl: (path: unknown) => unknown;
}

interface SourceOptions {
  readonly ctx: RequestContext;
  readonly reader: Reader;
  readonly request: IncomingMessage;
  readonly view?: RowView;
  readonly refs?: RowSource['refs'];
}
export function createRowSource({ ctx, reader, request, view = 'row', refs = {} }: SourceOptions): RowSource {
  const origin = serverOrigin(ctx.services, request);
  const toUrl = (path: unknown): unknown => toFileUrl(ctx.services, request, path);
  return { ctx, reader, view, refs, origin, toUrl };
}

/** The whole address of a stored path; other values as they are. */
export function toFileUrl(services: Services, request: IncomingMessage, path: unknown): unknown {
  const address = typeof path === 'string' ? fileUrl(path, services.settings.cdnUrl) : path;
  return typeof address === 'string' && address.startsWith('/')
    ? `${serverOrigin(services, request)}${address}`
    : address;
}
