/** An uploaded file in the form of older clients. */
import { asRecord, stringOrEmpty } from '../../common/json';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import { toFileUrl } from './rowSource';

/** The suffix of a file name in lower case; `file` without one. */
export const getSuffix = (name: unknown): string => {
  const text = stringOrEmpty(name);
  const index = text.lastIndexOf('.');
  return index < 0 ? 'file' : text.slice(index + 1).toLowerCase();
};

/** `POST /admin/ajax/upload` and `/api/ajax/upload`: the file with its suffix and its whole address. */
export function toCompatFile({ ctx, request }: RouteCall, result: HandlerResult): HandlerResult {
  const data = asRecord(result.data) ?? {};
  const { revision: _revision, ...file } = asRecord(data['file']) ?? {};
  const shown = { ...file, suffix: getSuffix(file['name']), full_url: toFileUrl(ctx.services, request, file['url']) };
  return { ...result, data: { ...data, file: shown } };
}
