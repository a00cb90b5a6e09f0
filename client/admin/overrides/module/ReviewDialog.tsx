/** Review of a package before it is installed: requested permissions, changes, and open decisions. */
import Alert from '@mui/material/Alert';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { undecidedConflicts, type ConflictChoices, type ModuleReview } from '../../../../common/modules/review';
import { isCallFault } from '../../../shared/api/faults';
import { FormDialog } from '../../../shared/controls/FormDialog';
import { useLanguage } from '../../../shared/i18n/i18n';
import { ConflictRadios } from './ConflictRadios';
import { useChangeModuleMutation, useModuleReviewQuery } from './moduleApi';
import { PackagedCodeList } from './PackagedCodeList';
import { PermissionList } from './PermissionList';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" aria-label={title} sx={{ gap: 1.5 }}>
      <Typography variant="h4" component="h3">
        {title}
      </Typography>
      {children}
    </Stack>
  );
}

/** Menu folder, pages and dashboards, a line each. */
function AddedParts({ review }: { readonly review: ModuleReview }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const lines = [
    ...(review.folder === undefined ? [] : [t('modules.review.folder', { title: review.folder[lang] })]),
    ...review.pages.map(({ path, title }) => t('modules.review.page', { title: title[lang], path })),
    ...review.dashboards.map((title) => t('modules.review.dashboard', { title: title[lang] })),
  ];
  return lines.map((line) => (
    <Typography key={line} variant="body2">
      {line}
    </Typography>
  ));
}

function Dependencies({ review: { dependencies } }: { readonly review: ModuleReview }) {
  const { t } = useTranslation();
  if (dependencies.length === 0) return null;
  return (
    <Section title={t('modules.review.dependencies')}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {dependencies.map((name) => (
          <Chip key={name} size="small" variant="outlined" label={name} />
        ))}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('modules.review.dependencies_hint')}
      </Typography>
    </Section>
  );
}

function Changes({ review }: { readonly review: ModuleReview }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const more = [
    review.seedRows > 0 && review.installedVersion === '' ? t('modules.review.seeds', { count: review.seedRows }) : '',
    review.assets > 0 ? t('modules.review.assets', { count: review.assets }) : '',
  ].filter((text) => text !== '');
  return (
    <Section title={t('modules.review.changes')}>
      {review.entities.map(({ name, label, change }) => (
        <Stack key={name} direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography sx={{ fontWeight: 500 }}>{label[lang]}</Typography>
          <Typography variant="body2" sx={{ color: change === 'removed' ? 'error.main' : 'text.secondary' }}>
            {t(`modules.review.${change}`)}
          </Typography>
        </Stack>
      ))}
      <AddedParts review={review} />
      {more.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {more.join(' · ')}
        </Typography>
      )}
    </Section>
  );
}

function Blocked({ review }: { readonly review: ModuleReview }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  if (review.blocked.length === 0) return null;
  return (
    <Alert severity="error">
      <Typography sx={{ fontWeight: 500 }}>{t('modules.review.blocked')}</Typography>
      {review.blocked.map(({ code, subject, detail, text }) => (
        <Typography key={`${code}${subject}`} variant="body2">
          {t(`modules.blocked.${code}`, { subject, detail: text?.[lang] ?? detail })}
        </Typography>
      ))}
    </Alert>
  );
}

function SourceWarning({ review: { changedSource } }: { readonly review: ModuleReview }) {
  const { t } = useTranslation();
  if (changedSource === undefined) return null;
  const file = t('modules.review.file');
  return (
    <Alert severity="warning">
      {t('modules.review.source_changed', { name: changedSource.after || file, before: changedSource.before || file })}
    </Alert>
  );
}

interface ReviewBodyProps {
  readonly review: ModuleReview;
  readonly choices: ConflictChoices;
  readonly onChoose: (key: string, choice: string) => void;
}
function ReviewBody({ review, choices, onChoose }: ReviewBodyProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const newOnes = review.installedVersion === '' ? [] : review.newPermissions;
  const { signer, installedSigner } = review;
  const isSignerChanged = installedSigner !== '' && installedSigner !== signer;
  return (
    <>
      <Stack sx={{ gap: 1 }}>
        <Typography>{review.description[lang]}</Typography>
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          <Chip
            size="small"
            variant="outlined"
            color={isSignerChanged ? 'warning' : 'success'}
            label={t('modules.signed_by', { name: signer })}
          />
          {review.author !== '' && (
            <Chip size="small" variant="outlined" label={t('modules.by', { name: review.author })} />
          )}
        </Stack>
      </Stack>
      {isSignerChanged && (
        <Alert severity="warning">
          {t('modules.review.signer_changed', { name: signer, before: installedSigner })}
        </Alert>
      )}
      <SourceWarning review={review} />
      <Blocked review={review} />
      <Section title={t('modules.review.asks')}>
        <PermissionList permissions={review.permissions} newOnes={newOnes} />
      </Section>
      {review.code.length > 0 && (
        <Section title={t('modules.review.code')}>
          <PackagedCodeList code={review.code} />
        </Section>
      )}
      <Dependencies review={review} />
      <Changes review={review} />
      {review.conflicts.length > 0 && (
        <Section title={t('modules.review.conflicts')}>
          {review.conflicts.map((conflict) => (
            <ConflictRadios
              key={conflict.key}
              conflict={conflict}
              subject={
                (conflict.label ?? review.entities.find(({ name }) => name === conflict.subject)?.label)?.[lang] ??
                conflict.subject
              }
              choice={choices[conflict.key] ?? ''}
              onChoose={(choice) => onChoose(conflict.key, choice)}
            />
          ))}
        </Section>
      )}
    </>
  );
}

interface ReviewDialogProps {
  readonly id: number;
  /** The revision of the module's row. */
  readonly revision: number;
  readonly onClose: () => void;
  readonly onStarted: (job: number) => void;
}
export function ReviewDialog({ id, revision, onClose, onStarted }: ReviewDialogProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { currentData: review, error } = useModuleReviewQuery({ id, version: revision });
  const [change, { error: refusal, isLoading }] = useChangeModuleMutation();
  const [choices, setChoices] = useState<ConflictChoices>({});
  const fault = [refusal, error].find((failure) => isCallFault(failure) && failure.kind !== 'cancelled');
  const isUpdate = review !== undefined && review.installedVersion !== '';
  const isDecided =
    review !== undefined && review.blocked.length === 0 && undecidedConflicts(review.conflicts, choices).length === 0;
  const submit = async () => {
    const { data } = await change({ action: isUpdate ? 'update' : 'install', id, choices });
    if (data !== undefined) onStarted(data);
  };
  const names = { title: review?.title[lang] ?? '', version: review?.version ?? '' };
  return (
    <FormDialog
      isWide
      title={t(isUpdate ? 'modules.review.title_update' : 'modules.review.title', names)}
      submitLabel={t(isUpdate ? 'modules.review.update' : 'modules.review.install')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={isLoading}
      disabled={!isDecided}
    >
      <Stack sx={{ gap: 5 }}>
        {isCallFault(fault) && <Alert severity="error">{fault.msg}</Alert>}
        {review === undefined && error === undefined && <Skeleton variant="rounded" height={240} />}
        {review !== undefined && (
          <ReviewBody
            review={review}
            choices={choices}
            onChoose={(key, choice) => setChoices((before) => ({ ...before, [key]: choice }))}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
