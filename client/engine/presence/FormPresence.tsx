/** People who have the record open, in the form header; changes are announced at most every five seconds. */
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useAppSelector } from '../../shared/app/createStore';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { selectPeopleAtRow, type PresentColleague } from '../../shared/presence/presenceSlice';
import { useReportLocation } from '../../shared/presence/presenceContext';
import { visuallyHidden } from '../../ui/visuallyHidden';
import { PeopleStack } from './PeopleStack';

const ANNOUNCE_INTERVAL_MS = 5_000;
const getFields = ({ tabs }: PresentColleague) => tabs.flatMap(({ field }) => (field === null ? [] : [field]));

/** The most important change as one sentence. */
function usePresenceSentence(entity: AnyEntity) {
  const { t } = useTranslation();
  const { fields } = useEntityLabels(entity);
  return (before: readonly PresentColleague[], now: readonly PresentColleague[]): string | undefined => {
    const others = now.filter(({ isSelf }) => !isSelf);
    for (const colleague of others) {
      const previous = before.find(({ principal }) => principal === colleague.principal);
      const field = getFields(colleague).find((name) => !(previous && getFields(previous).includes(name)));
      if (field !== undefined)
        return t('presence.says_editing', { name: colleague.name, field: fields[field] ?? field });
      if (previous === undefined) return t('presence.opened', { name: colleague.name });
    }
    const leaver = before.find(
      ({ principal, isSelf }) => !isSelf && !now.some((colleague) => colleague.principal === principal),
    );
    return leaver && t('presence.left', { name: leaver.name });
  };
}

function PresenceAnnouncer({
  people,
  entity,
}: {
  readonly people: readonly PresentColleague[];
  readonly entity: AnyEntity;
}) {
  const sentence = usePresenceSentence(entity);
  const [announced, setAnnounced] = useState('');
  const lastPeople = useRef<readonly PresentColleague[]>([]);
  const announcedAt = useRef(-Infinity);
  const latest = useRef(people);
  const announce = useEffectEvent(() => {
    const text = sentence(lastPeople.current, latest.current);
    lastPeople.current = latest.current;
    if (text === undefined) return;
    announcedAt.current = performance.now();
    setAnnounced(text);
  });
  useEffect(() => {
    latest.current = people;
    const wait = Math.max(0, announcedAt.current + ANNOUNCE_INTERVAL_MS - performance.now());
    const timer = setTimeout(announce, wait);
    return () => clearTimeout(timer);
  }, [people]);
  return (
    <Box component="output" sx={visuallyHidden}>
      {announced}
    </Box>
  );
}

interface FormPresenceProps {
  readonly entity: AnyEntity;
  readonly id: number | null;
}
export function FormPresence({ entity, id }: FormPresenceProps) {
  useReportLocation(entity.name, id, id !== null);
  const people = useAppSelector(selectPeopleAtRow(entity.name, id));
  return (
    <>
      <PresenceAnnouncer people={people} entity={entity} />
      <PeopleStack people={people} entity={entity} />
    </>
  );
}
