/** Buys a plugin with the linked account: by balance, points or activation code. Every attempt of one purchase has the same key. */
import Alert from '@mui/material/Alert';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MARKET_PAYMENTS,
  type MarketAccount,
  type MarketPayment,
  type ShownMarketItem,
} from '../../../../common/modules/market';
import { newMutationId } from '../../../engine/data/rowsApi';
import { isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useLanguage } from '../../../shared/i18n/i18n';
import { marketApi } from './marketApi';
import { usePriceText } from './usePriceText';

type PaymentTexts = Readonly<Record<MarketPayment, string>>;
interface PaymentChoicesProps {
  readonly offered: readonly MarketPayment[];
  /** The price, and below it the available balance of the account; empty for codes. */
  readonly amounts: PaymentTexts;
  readonly available: PaymentTexts;
  readonly payment: MarketPayment;
  readonly onChange: (payment: MarketPayment) => void;
}
function PaymentChoices({ offered, amounts, available, payment, onChange }: PaymentChoicesProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <FormControl>
      <FormLabel id={id}>{t('market.buy.payment')}</FormLabel>
      <RadioGroup
        aria-labelledby={id}
        value={payment}
        onChange={({ target }) => onChange(offered.find((one) => one === target.value) ?? 'money')}
      >
        {offered.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio />}
            label={
              <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
                <span>{[t(`market.buy.${one}`), amounts[one]].filter((part) => part !== '').join(' · ')}</span>
                {available[one] !== '' && (
                  <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                    {t('market.buy.has', { amount: available[one] })}
                  </Typography>
                )}
              </Stack>
            }
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}

interface BuyDialogProps {
  readonly source: number;
  readonly currency: string;
  readonly item: ShownMarketItem;
  readonly account: MarketAccount;
  readonly onClose: () => void;
  /** The plugin was bought, or its price may have changed. */
  readonly onChanged: () => void;
}
export function BuyDialog({ source, currency, item, account, onClose, onChanged }: BuyDialogProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const texts = usePriceText(currency);
  const [buy, { error, isLoading }] = marketApi.useBuyPluginMutation();
  const [key] = useState(newMutationId);
  const [payment, setPayment] = useState<MarketPayment>('money');
  const [code, setCode] = useState('');
  const offered = MARKET_PAYMENTS.filter((one) => one !== 'score' || item.points !== null);
  const price = { money: item.price, score: String(item.points ?? ''), code: '' }[payment];
  const amounts = { money: texts.money(item.price), score: texts.points(item.points ?? 0), code: '' };
  const available = { money: texts.money(account.money), score: texts.points(account.score), code: '' };
  const submit = async () => {
    const { error: refusal } = await buy({ source, id: item.id, payment, price, code: code.trim(), key });
    onChanged();
    if (refusal === undefined) onClose();
  };
  return (
    <FormDialog
      title={t('market.buy.title', { title: item.title[lang] })}
      submitLabel={payment === 'code' ? t('market.buy.submit') : t('market.buy.pay', { amount: amounts[payment] })}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      disabled={payment === 'code' && code.trim() === ''}
    >
      <Stack sx={{ gap: 4 }}>
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
        <PaymentChoices {...{ offered, amounts, available, payment }} onChange={setPayment} />
        {payment === 'code' && (
          <TextField
            autoFocus
            label={t('market.buy.code_label')}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off', maxLength: 60 } }}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
