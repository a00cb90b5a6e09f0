/** Makes a series of activation codes: many codes that grant the same, under one name. */
import { z } from 'zod';
import { activationCode } from '../../../common/entities/activationCode';
import { permissionKey } from '../../../common/entity/permissionKeys';
import { LIMITS } from '../../../common/limits';
import { translate } from '../../../common/locales/translate';
import type { ModuleServices } from '../../engine/http/moduleServices';

const seriesInput = z.looseObject({
  count: z.number().int().min(1).max(LIMITS.maxBulkIds),
  series: z.string().min(1).max(60),
});

export function registerSeriesRoute({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    path: '/admin/activation_code/series',
    realm: 'admin',
    access: 'admin',
    permission: permissionKey(activationCode, 'add'),
    query: [],
    body: 'json',
    input: seriesInput,
    entity: activationCode,
    summary: 'Create a series of activation codes, all or none',
    handler: async ({ ctx, body }) => {
      const { count, ...draft } = seriesInput.parse(body);
      const { rows, seq } = await writer.createMany(
        ctx,
        activationCode,
        Array.from({ length: count }, () => draft),
      );
      return {
        data: { ids: rows.map(({ id }) => id), seq },
        msg: translate(ctx.lang, 'success.added_many', { count }),
      };
    },
  });
}
