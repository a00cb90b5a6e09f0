/** HTTP routes of direct uploads to the object store: a ticket with a presigned URL, and the callback after the upload. */
import { z } from 'zod';
import { LIMITS } from '../../../../common/limits';
import { translate } from '../../../../common/locales/translate';
import type { RouteCall, HandlerResult, Route } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Writer } from '../../../engine/write/writer';
import { toFileResponse } from '../storeFile';
import { confirmUpload, abandonUpload } from './confirmUpload';
import { issueUploadTicket } from './uploadTickets';

const sizeInput = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const announcementInput = z.object({
  name: z.string().max(255),
  size: sizeInput.pipe(z.number().int().min(0).max(LIMITS.maxUploadBytes)),
  type: z.string().max(150).default(''),
  topic: z.string().max(40).default('default'),
});
/** The five fields of the callback; only the URL identifies the file, the others must match. */
const callbackInput = z.object({
  url: z.string().max(2_000),
  name: z.string().max(255).optional(),
  size: sizeInput.optional(),
  type: z.string().max(150).optional(),
  sha1: z
    .string()
    .regex(/^([0-9a-f]{40})?$/i)
    .optional(),
});

const abandonInput = z.object({ url: z.string().max(2_000) });

export function registerDirectUploadRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const addForBothRealms = (
    options: Pick<Route, 'summary' | 'handler' | 'input' | 'hasLongTimeout'> & { readonly path: string },
  ): void => {
    const common = { ...options, method: 'POST', query: [], body: 'json' } as const;
    route({
      ...common,
      path: `/admin/${options.path}`,
      realm: 'admin',
      access: 'admin',
      tokenScope: 'attachment/edit',
    });
    route({ ...common, path: `/api/${options.path}`, realm: 'member', access: 'member' });
  };
  addForBothRealms({
    path: 'ajax/uploadTicket',
    input: announcementInput,
    summary: 'Create a signed URL for an upload to the object store',
    handler: async ({ ctx, body }) => ({ data: await issueUploadTicket(ctx, announcementInput.parse(body)) }),
  });
  addForBothRealms({
    path: 'ajax/uploadReturn',
    input: abandonInput,
    summary: 'Cancel an upload to the object store',
    handler: async ({ ctx, body }) => {
      await abandonUpload(ctx, abandonInput.parse(body).url);
      return { data: {}, msg: translate(ctx.lang, 'success.done') };
    },
  });
  addForBothRealms({
    path: 'Alioss/callback',
    input: callbackInput,
    hasLongTimeout: true,
    summary: 'Confirm an upload to the object store: check and store the file',
    handler: (call) => handleCallback(call, writer),
  });
}

async function handleCallback({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const file = await confirmUpload(ctx, writer, callbackInput.parse(body));
  return { data: { file: toFileResponse(ctx, file) }, msg: translate(ctx.lang, 'success.uploaded') };
}
