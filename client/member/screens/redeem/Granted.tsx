/** What activation codes and purchases gave the member; live while more is granted. */
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { entitlement } from '../../../../common/entities/entitlement';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import type { OwnGrant } from '../../../../common/modules/ownGrant';
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import { useTopic } from '../../../shared/app/useTopic';
import { useFormatters } from '../../../shared/i18n/format';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ListLine, LIST_STYLE } from './ListLine';
import { grantsApi } from './grantsApi';

const getTopic = (e: string): TopicSpec => ({ k: 'list', e, where: { all: [] }, sort: [{ field: 'id', dir: 'desc' }] });
const ENTITLEMENTS = getTopic(entitlement.name);
const MONEY = getTopic(userMoneyLog.name);
const SCORE = getTopic(userScoreLog.name);

function useGrantTexts({ kind, source, title, version, until, amount, time, ...state }: OwnGrant) {
  const { t } = useTranslation();
  const format = useFormatters();
  const lang = useLanguage();
  const { isOver, isReversed } = state;
  const names = {
    version: () => t('market.granted.version', { title: title[lang], version }),
    app: () => t('market.granted.app', { title: title[lang] }),
    money: () => t('market.granted.money', { amount: format.money(amount) }),
    score: () => t('market.granted.score', { points: format.number(Number(amount)) }),
  };
  const end =
    until === null ? '' : t(isOver ? 'market.granted.over' : 'market.granted.until', { date: format.dateTime(until) });
  const facts = [t(`market.granted.by_${source}`), format.dateTime(time), end].filter((fact) => fact !== '');
  return { name: names[kind](), help: facts.join(' · '), isEnded: isOver || isReversed, isReversed };
}

function GrantLine({ grant }: { readonly grant: OwnGrant }) {
  const { t } = useTranslation();
  const { name, help, isEnded, isReversed } = useGrantTexts(grant);
  const label = t(isReversed ? 'market.granted.reversed' : 'market.granted.ended');
  return <ListLine title={name} help={help} end={isEnded && <Chip size="small" variant="outlined" label={label} />} />;
}

export function Granted() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { data, refetch } = grantsApi.useOwnGrantsQuery(undefined);
  const reload = { onFrame: () => void refetch(), onReset: () => void refetch() };
  useTopic(data ? ENTITLEMENTS : null, undefined, reload);
  useTopic(data ? MONEY : null, undefined, reload);
  useTopic(data ? SCORE : null, undefined, reload);
  if (data === undefined) return null;
  return (
    <Stack component="section" aria-labelledby="granted" sx={{ gap: 3, mt: 6 }}>
      <Typography id="granted" variant="h2">
        {t('market.granted.title')}
      </Typography>
      {data.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('market.granted.none')}</Typography>
      ) : (
        <Box component="ul" sx={LIST_STYLE}>
          {data.map((grant) => (
            <GrantLine key={`${grant.kind}/${grant.key}`} grant={grant} />
          ))}
        </Box>
      )}
    </Stack>
  );
}
