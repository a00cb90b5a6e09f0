/** The modules as cards: state, version, what each is for, and why its last change failed. */
import ExtensionIcon from '@mui/icons-material/ExtensionOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { translateHookFailure } from '../../../../common/modules/hookFailures';
import { useListBodyContext } from '../../../engine/list/listBodyContext';
import type { ListBodyProps } from '../../../engine/override';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useOptimisticRow } from '../../../shared/store/useOptimisticRow';
import { IncludedModules } from './IncludedModules';
import { isChanging, parseModule, type ShownModule } from './parseModule';
import { StateChip } from './StateChip';

function ModuleIcon({ state }: Pick<ShownModule, 'state'>) {
  const isOff = state === 'disabled' || state === 'init';
  return (
    <Box
      aria-hidden
      sx={{
        width: 44,
        height: 44,
        borderRadius: '12px',
        flex: 'none',
        display: 'grid',
        placeItems: 'center',
        bgcolor: isOff ? 'action.hover' : 'primary.main',
        color: isOff ? 'text.secondary' : 'primary.contrastText',
      }}
    >
      <ExtensionIcon />
    </Box>
  );
}

function CardTexts({ shown }: { readonly shown: ShownModule }) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const hookFailure = t('modules.panel.code_failed', { reason: translateHookFailure(lang, shown.hookFailure) });
  return (
    <>
      <Typography
        variant="body2"
        sx={{
          color: 'text.secondary',
          minHeight: '2.9em',
          overflow: 'hidden',
          display: '-webkit-box',
          WebkitLineClamp: 2,
          WebkitBoxOrient: 'vertical',
        }}
      >
        {shown.description[lang]}
      </Typography>
      {shown.failure[lang] !== '' && (
        <Typography variant="body2" noWrap title={shown.failure[lang]} sx={{ color: 'error.main' }}>
          {shown.failure[lang]}
        </Typography>
      )}
      {shown.hookFailure !== '' && (
        <Typography variant="body2" noWrap title={hookFailure} sx={{ color: 'warning.main' }}>
          {hookFailure}
        </Typography>
      )}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <StateChip state={shown.state} />
        {shown.availableVersion !== '' && (
          <Typography variant="caption" sx={{ color: 'primary.main', fontWeight: 500 }}>
            {t('modules.new_version', { version: shown.availableVersion })}
          </Typography>
        )}
      </Stack>
    </>
  );
}

interface CardProps {
  readonly id: number;
  readonly isRemoved: boolean;
  readonly onOpen: () => void;
}
function ModuleCard({ id, isRemoved, onOpen }: CardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const row = useOptimisticRow('module', id)?.row;
  if (row === undefined) return null;
  const shown = parseModule(row);
  return (
    <Box component="li" data-id={id} sx={{ listStyle: 'none', minWidth: 0, opacity: isRemoved ? 0.5 : 1 }}>
      <ButtonBase
        disabled={isRemoved}
        onClick={onOpen}
        sx={{
          display: 'block',
          width: '100%',
          height: '100%',
          textAlign: 'left',
          position: 'relative',
          border: 1,
          borderColor: 'divider',
          borderRadius: '14px',
          overflow: 'hidden',
          bgcolor: 'background.paper',
          transition: 'border-color 120ms, box-shadow 120ms',
          '&:hover': { borderColor: 'primary.main' },
          '&:focus-visible': { outline: 2, outlineColor: 'primary.main' },
        }}
      >
        {isChanging(shown) && <LinearProgress sx={{ position: 'absolute', inset: '0 0 auto' }} />}
        <Stack sx={{ gap: 3, p: 5 }}>
          <Stack direction="row" sx={{ gap: 3, alignItems: 'center', minWidth: 0 }}>
            <ModuleIcon state={shown.state} />
            <Box sx={{ minWidth: 0 }}>
              <Typography variant="h4" component="h3" noWrap>
                {shown.title[lang]}
              </Typography>
              <Typography variant="caption" noWrap sx={{ color: 'text.secondary', display: 'block' }}>
                {`${shown.version} · ${t('modules.signed_by', { name: shown.signer })}`}
              </Typography>
            </Box>
          </Stack>
          <CardTexts shown={shown} />
        </Stack>
      </ButtonBase>
    </Box>
  );
}

export function ModuleCards({ children }: ListBodyProps) {
  useLazyTranslations();
  const { model } = useListBodyContext();
  const { items, rows } = model;
  const included = (
    <IncludedModules version={[...items.map(({ id }) => id), '', ...Object.keys(rows.list.removed)].join()} />
  );
  // While the list loads, and when there is no module.
  if (items.length === 0)
    return (
      <>
        {children}
        {!rows.isLoading && included}
      </>
    );
  return (
    <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <CardGrid />
      {included}
    </Box>
  );
}

function CardGrid() {
  const { t } = useTranslation();
  const { model, handlers } = useListBodyContext();
  return (
    <Box
      component="ul"
      aria-label={t('modules.all')}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 288px), 1fr))',
        alignContent: 'start',
        gridAutoRows: 'max-content',
        gap: 4,
        m: 0,
        p: { xs: 4, sm: 6 },
      }}
    >
      {model.items.map(({ id }) => (
        <ModuleCard
          key={id}
          id={id}
          isRemoved={model.rows.list.removed[id] !== undefined}
          onOpen={() => handlers.onOpen(id)}
        />
      ))}
    </Box>
  );
}
