/** REST endpoints of the publishing side of the market. */
import { pluginPurchase } from '../../../../common/entities/pluginPurchase';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import { entityUrl, newIdempotencyKey } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';

export const publishApi = api.injectEndpoints({
  endpoints: (build) => ({
    attachPackage: build.mutation<unknown, { readonly id: number; readonly bytes: Blob }>({
      query: ({ id, bytes }) => ({
        url: `${entityUrl(pluginVersion.name, 'package')}?id=${id}`,
        method: 'POST',
        body: bytes,
        announce: true,
      }),
    }),
    declineRefund: build.mutation<unknown, { readonly id: number }>({
      query: (body) => ({
        url: entityUrl(pluginPurchase.name, 'decline'),
        method: 'POST',
        body: { ...body, _mid: newIdempotencyKey() },
        announce: true,
      }),
    }),
    refundPurchase: build.mutation<unknown, { readonly id: number; readonly memo: string }>({
      query: (body) => ({
        url: entityUrl(pluginPurchase.name, 'refund'),
        method: 'POST',
        body: { ...body, _mid: newIdempotencyKey() },
        isSilent: true,
        announce: true,
      }),
    }),
  }),
});
