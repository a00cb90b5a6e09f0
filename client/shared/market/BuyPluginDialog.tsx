/** Chooses the payment of a plugin: balance, points or an activation code. */
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
  type MarketItem,
  type MarketPayment,
} from '../../../common/modules/market';
import { isCallFault } from '../api/faults';
import { FormDialog } from '../controls/FormDialog';
import { useLanguage } from '../i18n/i18n';
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
        onChange={({ target }) => onChange(offered.find((payment) => payment === target.value) ?? 'money')}
      >
        {offered.map((payment) => (
          <FormControlLabel
            key={payment}
            value={payment}
            control={<Radio />}
            label={
              <Stack direction="row" sx={{ gap: 2, alignItems: 'baseline', flexWrap: 'wrap' }}>
                <span>{[t(`market.buy.${payment}`), amounts[payment]].filter((part) => part !== '').join(' · ')}</span>
                {available[payment] !== '' && (
                  <Typography component="span" variant="caption" sx={{ color: 'text.secondary' }}>
                    {t('market.buy.has', { amount: available[payment] })}
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

/** The price is the one that the buyer sees; the server refuses another one. */
export interface PluginOrder {
  readonly payment: MarketPayment;
  readonly price: string;
  readonly code: string;
}
interface BuyPluginDialogProps {
  readonly currency: string;
  readonly item: MarketItem;
  readonly account: Pick<MarketAccount, 'money' | 'score'>;
  /** The refusal of the last attempt. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onSubmit: (order: PluginOrder) => void | Promise<void>;
  readonly onClose: () => void;
}
export function BuyPluginDialog({ currency, item, account, error, isBusy, onSubmit, onClose }: BuyPluginDialogProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const texts = usePriceText(currency);
  const [payment, setPayment] = useState<MarketPayment>('money');
  const [code, setCode] = useState('');
  const offered = MARKET_PAYMENTS.filter((payment) => payment !== 'score' || item.points !== null);
  const price = { money: item.price, score: String(item.points ?? ''), code: '' }[payment];
  const amounts = { money: texts.money(item.price), score: texts.points(item.points ?? 0), code: '' };
  const available = { money: texts.money(account.money), score: texts.points(account.score), code: '' };
  return (
    <FormDialog
      title={t('market.buy.title', { title: item.title[lang] })}
      submitLabel={payment === 'code' ? t('market.buy.submit') : t('market.buy.pay', { amount: amounts[payment] })}
      onSubmit={() => onSubmit({ payment, price, code: code.trim() })}
      onClose={onClose}
      isBusy={isBusy}
      disabled={payment === 'code' && code.trim() === ''}
    >
      <Stack sx={{ gap: 4 }}>
        {isCallFault(error) && error.kind !== 'cancelled' && <Alert severity="error">{error.msg}</Alert>}
        <PaymentChoices
          offered={offered}
          amounts={amounts}
          available={available}
          payment={payment}
          onChange={setPayment}
        />
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
