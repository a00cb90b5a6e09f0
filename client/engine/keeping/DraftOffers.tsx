/** "Restore your unsaved changes?": what was typed before, in each form that is gone, to be taken up, looked at or given up. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format';
import { useWords } from '../../shared/i18n';
import type { Json } from '../../../common/entity/field';
import type { KeptDraft } from '../../../common/protocol/draft';
import { valueOf } from '../draft';
import { useNameOf } from '../conflict/useNameOf';
import type { Form } from '../useForm';
import { typedIn } from './keptPatch';
import type { Twin } from './useTwin';
import { lazyPart } from '../../ui/lazyPart';

const Difference = lazyPart(async () => (await import('../conflict/Difference')).Difference);

interface OfferProps {
  readonly form: Form;
  readonly offer: KeptDraft;
  /** Another one is from the same minute. */
  readonly exact: boolean;
}
type Typed = Pick<KeptDraft, 'fields'> & Partial<Pick<KeptDraft, 'since'>>;
/** Who gave a field its present value after it was typed in. */
function Since({ by, at }: KeptDraft['since'][string]) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useNameOf();
  return (
    <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 2 }}>
      {t('history.draft.since', { name: nameOf(by), at: format.dateTime(at).slice(0, 16) })}
    </Typography>
  );
}

type Line = readonly ['now' | 'yours' | 'written', Json, Json];
/** What stands there, and what comes of the draft beside it. */
function sidesOf({ draft }: Form, field: string, kept: Typed['fields'][string] | undefined): readonly Line[] {
  const now = valueOf(draft, field);
  const lines: readonly Line[] = [
    ['now', now, now],
    ['yours', now, kept?.mine ?? null],
  ];
  return kept?.written === undefined ? lines : [...lines, ['written', now, kept.written]];
}

function Compared({ form, offer }: { readonly form: Form; readonly offer: Typed }) {
  const { t } = useTranslation();
  const words = useWords(form.entity);
  return (
    <Stack component="dl" sx={{ gap: 2, m: 0, mt: 2 }}>
      {typedIn(form, offer.fields).map((field) => (
        <Box key={field}>
          <Typography component="dt" variant="body2" sx={{ fontWeight: 500 }}>
            {words.fields[field] ?? field}
            {offer.since?.[field] && <Since {...offer.since[field]} />}
          </Typography>
          <Box component="dd" sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
            {sidesOf(form, field, offer.fields[field]).map(([side, before, value]) => (
              <Box key={side} sx={{ minWidth: 0 }}>
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {t(`history.draft.${side}`)}
                </Typography>
                <Suspense fallback="…">
                  <Difference entity={form.entity} field={field} before={before} value={value} />
                </Suspense>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Stack>
  );
}

const minuteOf = (at: number) => Math.floor(at / 60_000);

function Offer({ form, offer, exact }: OfferProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useWords(form.entity);
  const [open, setOpen] = useState(false);
  const [now] = useState(Date.now);
  const { restore, forget } = form.kept;
  // What is typed now stands; there is nothing left this could be put beside.
  const covered = typedIn(form, offer.fields).every(
    (field) => form.dirty.includes(field) || form.written.includes(field),
  );
  const today = format.date(offer.at) === format.date(now);
  const at = format.dateTime(offer.at).slice(today ? 11 : 0, exact ? 19 : 16);
  const fields = typedIn(form, offer.fields).map((field) => words.fields[field] ?? field);
  return (
    <Alert severity="info" sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {t('history.draft.offer', { at })}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {covered ? t('history.draft.covered') : t('history.draft.in', { fields: fields.join(t('history.comma')) })}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" disabled={covered} onClick={() => restore(offer)}>
          {t('history.draft.restore')}
        </Button>
        <Button size="small" variant="outlined" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('history.draft.compare')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => forget(offer)}>
          {t('history.draft.discard')}
        </Button>
      </Stack>
      {open && <Compared form={form} offer={offer} />}
    </Alert>
  );
}

function TwinOffer({ form, twin }: { readonly form: Form; readonly twin: Twin }) {
  const { t } = useTranslation();
  const words = useWords(form.entity);
  const [open, setOpen] = useState(false);
  const named = (fields: readonly string[]) =>
    fields.map((field) => words.fields[field] ?? field).join(t('history.comma'));
  return (
    <Alert severity="info" sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {t('history.draft.twin', { fields: named(Object.keys(twin.fields)) })}
      {twin.both.length > 0 && ` ${t('history.draft.twin_both', { fields: named(twin.both) })}`}
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" onClick={twin.bring}>
          {t('history.draft.bring')}
        </Button>
        <Button size="small" variant="outlined" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('history.draft.compare')}
        </Button>
        <Button size="small" variant="outlined" onClick={twin.leave}>
          {t('history.draft.leave')}
        </Button>
      </Stack>
      {open && <Compared form={form} offer={twin} />}
    </Alert>
  );
}

export function DraftOffers({ form }: { readonly form: Form }) {
  const { t } = useTranslation();
  const { twin, offers } = form.kept;
  const [older, setOlder] = useState(false);
  const sorted = [...offers].sort((a, b) => b.at - a.at);
  return (
    <>
      {twin && <TwinOffer form={form} twin={twin} />}
      {(older ? sorted : sorted.slice(0, 1)).map((offer) => (
        <Offer
          key={offer.form}
          form={form}
          offer={offer}
          exact={sorted.some((other) => other !== offer && minuteOf(other.at) === minuteOf(offer.at))}
        />
      ))}
      {sorted.length > 1 && (
        <Button size="small" aria-expanded={older} sx={{ alignSelf: 'flex-start' }} onClick={() => setOlder(!older)}>
          {older ? t('history.draft.newest') : t('history.draft.older', { count: sorted.length - 1 })}
        </Button>
      )}
    </>
  );
}
