/** A purchase of the member: its price, and the request for a refund. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENTS } from '../../../../common/entities/pluginPurchase';
import { isCallFault } from '../../../shared/api/faults';
import { RefundRequestDialog } from '../../../shared/controls/RefundRequestDialog';
import { useFormatters } from '../../../shared/i18n/format';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { ListLine } from './ListLine';
import { purchasesApi, type OwnPurchase, type PluginName } from './purchasesApi';

const STATUS_KEYS = {
  paid: 'market.member.paid',
  refunded: 'market.member.refunded',
  requested: 'market.refund.requested',
  declined: 'market.refund.declined',
} as const;

function RefundRequestButton({ plugin }: { readonly plugin: PluginName }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [request, { error, isLoading }] = purchasesApi.useRequestOwnRefundMutation();
  const submit = async (reason: string) => {
    if ((await request({ plugin: plugin.uid, reason })).error === undefined) setIsOpen(false);
  };
  return (
    <ReadOnlyDuringSupport>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {t('market.refund.request')}
      </Button>
      {isOpen && (
        <RefundRequestDialog
          title={plugin.title}
          isBusy={isLoading}
          problem={isCallFault(error) && error.kind !== 'cancelled' ? error.msg : ''}
          onSubmit={submit}
          onClose={() => setIsOpen(false)}
        />
      )}
    </ReadOnlyDuringSupport>
  );
}

interface PurchaseLineProps {
  readonly purchase: OwnPurchase;
  /** Undefined until it is loaded, and for a plugin that is not published any more. */
  readonly plugin: PluginName | undefined;
}
export function PurchaseLine({ purchase, plugin }: PurchaseLineProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { number, time, paidBy, money, score, status } = purchase;
  const amounts: Readonly<Record<string, string>> = {
    [PAYMENTS.money]: format.money(money),
    [PAYMENTS.score]: t('market.points', { count: score }),
    [PAYMENTS.code]: t('market.member.by_code'),
  };
  return (
    <ListLine
      title={plugin?.title ?? number}
      help={`${number} · ${format.dateTime(time)} · ${t(STATUS_KEYS[status])}`}
      end={
        <>
          {status === 'paid' && plugin !== undefined && <RefundRequestButton plugin={plugin} />}
          <Typography component={status === 'refunded' ? 's' : 'span'}>{amounts[paidBy]}</Typography>
        </>
      }
    />
  );
}
