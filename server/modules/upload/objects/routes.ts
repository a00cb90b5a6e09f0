/** Direct uploads over REST: a ticket with a signed address, and the callback of the specification once the file is there. */
import { z } from 'zod';
import { LIMITS } from '../../../../common/limits';
import { say } from '../../../../common/locales/words';
import type { RequestCall, HandlerResult, RouteRegistry, Route } from '../../../engine/http/routeRegistry';
import type { Writer } from '../../../engine/write/writer';
import { fileAnswer } from '../keep';
import { arrived, givenUp } from './callback';
import { issueTicket } from './tickets';

const size = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const announced = z.object({
  name: z.string().max(255),
  size: size.pipe(z.number().int().min(0).max(LIMITS.uploadHard)),
  type: z.string().max(150).default(''),
  topic: z.string().max(40).default('default'),
});
/** The five of the specification; only the address says which file is meant, the others must fit. */
const told = z.object({
  url: z.string().max(2_000),
  name: z.string().max(255).optional(),
  size: size.optional(),
  type: z.string().max(150).optional(),
  sha1: z
    .string()
    .regex(/^([0-9a-f]{40})?$/i)
    .optional(),
});

const given = z.object({ url: z.string().max(2_000) });

export function routeObjects({ add: route }: RouteRegistry, writer: Writer): void {
  const both = (
    own: Pick<Route, 'summary' | 'handler' | 'input' | 'hasLongTimeout'> & { readonly path: string },
  ): void => {
    const common = { ...own, method: 'POST', query: [], body: 'json' } as const;
    route({ ...common, path: `/admin/${own.path}`, realm: 'admin', access: 'admin', tokens: 'attachment/edit' });
    route({ ...common, path: `/api/${own.path}`, realm: 'member', access: 'member' });
  };
  both({
    path: 'ajax/uploadTicket',
    input: announced,
    summary: 'A signed address to send one file to the object store',
    handler: async ({ ctx, body }) => ({ data: await issueTicket(ctx, announced.parse(body)) }),
  });
  both({
    path: 'ajax/uploadReturn',
    input: given,
    summary: 'Give up a file that was to be sent to the object store',
    handler: async ({ ctx, body }) => {
      await givenUp(ctx, given.parse(body).url);
      return { data: {}, msg: say(ctx.lang, 'done.done') };
    },
  });
  both({
    path: 'Alioss/callback',
    input: told,
    hasLongTimeout: true,
    summary: 'A file was sent to the object store: check and keep it',
    handler: (call) => callBack(call, writer),
  });
}

async function callBack({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const file = await arrived(ctx, writer, told.parse(body));
  return { data: { file: fileAnswer(ctx, file) }, msg: say(ctx.lang, 'done.uploaded') };
}
