/** Offers drafts of earlier forms of the record: restore, compare or discard. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormatters } from '../../shared/i18n/format';
import { useEntityLabels } from '../../shared/i18n/i18n';
import type { Json } from '../../../common/entity/field';
import type { StoredDraft } from '../../../common/protocol/draft';
import { currentValue } from '../formState/draft';
import { useActorName } from '../useActorName';
import type { DuplicateForm, EntityFormState } from '../formState/entityFormState';
import { listTypedFields } from './draftPatch';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

const Difference = lazyWithRetry(async () => (await import('../diff/Difference')).Difference);

interface DraftOfferProps {
  readonly form: EntityFormState;
  readonly offer: StoredDraft;
  /** Another draft is from the same minute. */
  readonly showsSeconds: boolean;
}
type FieldNames = Pick<StoredDraft, 'fields'> & Partial<Pick<StoredDraft, 'since'>>;
/** The author of the current value of a field that was typed in before. */
function RemoteAuthors({ by, at }: StoredDraft['since'][string]) {
  const { t } = useTranslation();
  const format = useFormatters();
  const actorName = useActorName();
  return (
    <Typography component="span" variant="caption" sx={{ color: 'text.secondary', ml: 2 }}>
      {t('history.draft.since', { name: actorName(by), at: format.dateTime(at).slice(0, 16) })}
    </Typography>
  );
}

type DraftLine = readonly ['now' | 'yours' | 'written', Json, Json];
/** The current value beside the values of the draft. */
function compareSides(
  { draft }: EntityFormState,
  field: string,
  storedField: FieldNames['fields'][string] | undefined,
): readonly DraftLine[] {
  const now = currentValue(draft, field);
  const lines: readonly DraftLine[] = [
    ['now', now, now],
    ['yours', now, storedField?.mine ?? null],
  ];
  return storedField?.written === undefined ? lines : [...lines, ['written', now, storedField.written]];
}

function DraftComparison({ form, offer }: { readonly form: EntityFormState; readonly offer: FieldNames }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(form.entity);
  return (
    <Stack component="dl" sx={{ gap: 2, m: 0, mt: 2 }}>
      {listTypedFields(form, offer.fields).map((field) => (
        <Box key={field}>
          <Typography component="dt" variant="body2" sx={{ fontWeight: 500 }}>
            {labels.fields[field] ?? field}
            {offer.since?.[field] && <RemoteAuthors {...offer.since[field]} />}
          </Typography>
          <Box component="dd" sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
            {compareSides(form, field, offer.fields[field]).map(([side, before, value]) => (
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

const minuteKey = (at: number) => Math.floor(at / 60_000);

function DraftOffer({ form, offer, showsSeconds }: DraftOfferProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const labels = useEntityLabels(form.entity);
  const [isOpen, setIsOpen] = useState(false);
  const [now] = useState(Date.now);
  const { restore, discard } = form.autosave;
  // All its fields are dirty in the form now, so nothing is left to restore.
  const isSuperseded = listTypedFields(form, offer.fields).every(
    (field) => form.dirtyFields.includes(field) || form.manuallyResolved.includes(field),
  );
  const isToday = format.date(offer.at) === format.date(now);
  const timeText = format.dateTime(offer.at).slice(isToday ? 11 : 0, showsSeconds ? 19 : 16);
  const fields = listTypedFields(form, offer.fields).map((field) => labels.fields[field] ?? field);
  return (
    <Alert severity="info" sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {t('history.draft.offer', { at: timeText })}
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {isSuperseded ? t('history.draft.covered') : t('history.draft.in', { fields: fields.join(t('history.comma')) })}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" disabled={isSuperseded} onClick={() => restore(offer)}>
          {t('history.draft.restore')}
        </Button>
        <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('history.draft.compare')}
        </Button>
        <Button size="small" variant="outlined" onClick={() => discard(offer)}>
          {t('history.draft.discard')}
        </Button>
      </Stack>
      {isOpen && <DraftComparison form={form} offer={offer} />}
    </Alert>
  );
}

function DuplicateOffer({ form, duplicate }: { readonly form: EntityFormState; readonly duplicate: DuplicateForm }) {
  const { t } = useTranslation();
  const labels = useEntityLabels(form.entity);
  const [isOpen, setIsOpen] = useState(false);
  const namedFields = (fields: readonly string[]) =>
    fields.map((field) => labels.fields[field] ?? field).join(t('history.comma'));
  return (
    <Alert severity="info" sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {t('history.draft.twin', { fields: namedFields(Object.keys(duplicate.fields)) })}
      {duplicate.conflictingFields.length > 0 &&
        ` ${t('history.draft.twin_both', { fields: namedFields(duplicate.conflictingFields) })}`}
      <Stack direction="row" sx={{ gap: 2, mt: 2, flexWrap: 'wrap' }}>
        <Button size="small" variant="outlined" onClick={duplicate.swapIn}>
          {t('history.draft.bring')}
        </Button>
        <Button size="small" variant="outlined" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('history.draft.compare')}
        </Button>
        <Button size="small" variant="outlined" onClick={duplicate.dismiss}>
          {t('history.draft.leave')}
        </Button>
      </Stack>
      {isOpen && <DraftComparison form={form} offer={duplicate} />}
    </Alert>
  );
}

export function DraftOffers({ form }: { readonly form: EntityFormState }) {
  const { t } = useTranslation();
  const { duplicate, offers } = form.autosave;
  const [showsOlder, setShowsOlder] = useState(false);
  const sorted = [...offers].sort((a, b) => b.at - a.at);
  return (
    <>
      {duplicate && <DuplicateOffer form={form} duplicate={duplicate} />}
      {(showsOlder ? sorted : sorted.slice(0, 1)).map((offer) => (
        <DraftOffer
          key={offer.form}
          form={form}
          offer={offer}
          showsSeconds={sorted.some((other) => other !== offer && minuteKey(other.at) === minuteKey(offer.at))}
        />
      ))}
      {sorted.length > 1 && (
        <Button
          size="small"
          aria-expanded={showsOlder}
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsOlder(!showsOlder)}
        >
          {showsOlder ? t('history.draft.newest') : t('history.draft.older', { count: sorted.length - 1 })}
        </Button>
      )}
    </>
  );
}
