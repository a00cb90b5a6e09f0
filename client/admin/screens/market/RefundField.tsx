/** Refund of a plugin for the linked account: requests it, or shows the status of the request. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownMarketDetail } from '../../../../common/modules/market';
import { isCallFault } from '../../../shared/api/faults';
import { RefundRequestDialog } from '../../../shared/controls/RefundRequestDialog';
import { useLanguage } from '../../../shared/i18n/i18n';
import { marketApi } from './marketApi';

interface RefundFieldProps {
  readonly source: number;
  readonly detail: ShownMarketDetail;
  readonly onRequested: () => void;
}
export function RefundField({ source, detail, onRequested }: RefundFieldProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const [request, { error, isLoading }] = marketApi.useRequestPluginRefundMutation();
  const { id, title, local } = detail;
  if (local.refund === 'none') return null;
  if (local.refund !== 'possible') return <Typography variant="body2">{t(`market.refund.${local.refund}`)}</Typography>;
  const submit = async (reason: string) => {
    if ((await request({ source, id, reason })).error !== undefined) return;
    setIsOpen(false);
    onRequested();
  };
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)} sx={{ ml: -1 }}>
        {t('market.refund.request')}
      </Button>
      {isOpen && (
        <RefundRequestDialog
          title={title[lang]}
          isBusy={isLoading}
          problem={isCallFault(error) && error.kind !== 'cancelled' ? error.msg : ''}
          onSubmit={submit}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
