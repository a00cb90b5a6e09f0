/** Who else has the record of a form open, in its head; changes are also said aloud, never more often than every five seconds. */
import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useAppSelector } from '../../shared/createStore';
import { useWords } from '../../shared/i18n';
import { selectAtRow, type Colleague } from '../../shared/presence/slice';
import { usePlace } from '../../shared/presence/desk';
import { visuallyHidden } from '../kinds/cells';
import { PeopleStack } from './PeopleStack';

const QUIET_MS = 5_000;
const fieldsOf = ({ tabs }: Colleague) => tabs.flatMap(({ f }) => (f === null ? [] : [f]));

/** The one sentence worth saying about what changed. */
function useSentence(entity: AnyEntity) {
  const { t } = useTranslation();
  const { fields } = useWords(entity);
  return (before: readonly Colleague[], now: readonly Colleague[]): string | undefined => {
    const others = now.filter(({ self }) => !self);
    for (const colleague of others) {
      const known = before.find(({ p }) => p === colleague.p);
      const field = fieldsOf(colleague).find((f) => !(known && fieldsOf(known).includes(f)));
      if (field !== undefined)
        return t('presence.says_editing', { name: colleague.name, field: fields[field] ?? field });
      if (known === undefined) return t('presence.opened', { name: colleague.name });
    }
    const gone = before.find(({ p, self }) => !self && !now.some((colleague) => colleague.p === p));
    return gone && t('presence.left', { name: gone.name });
  };
}

function Voice({ people, entity }: { readonly people: readonly Colleague[]; readonly entity: AnyEntity }) {
  const sentence = useSentence(entity);
  const [said, setSaid] = useState('');
  const heard = useRef<readonly Colleague[]>([]);
  const saidAt = useRef(-Infinity);
  const latest = useRef(people);
  const say = useEffectEvent(() => {
    const text = sentence(heard.current, latest.current);
    heard.current = latest.current;
    if (text === undefined) return;
    saidAt.current = performance.now();
    setSaid(text);
  });
  useEffect(() => {
    latest.current = people;
    const wait = Math.max(0, saidAt.current + QUIET_MS - performance.now());
    const timer = setTimeout(say, wait);
    return () => clearTimeout(timer);
  }, [people]);
  return (
    <Box component="output" sx={visuallyHidden}>
      {said}
    </Box>
  );
}

interface FormPresenceProps {
  readonly entity: AnyEntity;
  readonly id: number | null;
}
export function FormPresence({ entity, id }: FormPresenceProps) {
  usePlace(entity.name, id, id !== null);
  const people = useAppSelector(selectAtRow(entity.name, id));
  return (
    <>
      <Voice people={people} entity={entity} />
      <PeopleStack people={people} entity={entity} />
    </>
  );
}
