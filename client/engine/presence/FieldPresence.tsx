/**
 * One field among several people: a ring and a name while a colleague works in it, and one hint to whoever comes second.
 * It never blocks: who types, types, and the merge on saving decides. The input inside is never drawn anew because of it.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app';
import { useAppSelector } from '../../shared/createStore';
import { useDesk } from '../../shared/presence/desk';
import { selectAtRow, type Colleague } from '../../shared/presence/slice';
import { nameOf } from './PersonCard';
import { ringColour } from './PresenceAvatar';

interface FieldPresenceProps {
  readonly entity: AnyEntity;
  /** Null: a new record, which nobody else can have open. */
  readonly id: number | null;
  readonly field: string;
  readonly children: ReactNode;
}

const holds = (colleague: Colleague, field: string) => colleague.tabs.some(({ f }) => f === field);

function Name({ holder }: { readonly holder: Colleague }) {
  const { t } = useTranslation();
  const { light, dark } = ringColour(holder.id);
  return (
    <Box
      data-holder={holder.p}
      sx={(theme) => ({
        position: 'absolute',
        top: -6,
        right: 0,
        maxWidth: '70%',
        px: 1.5,
        borderRadius: '6px',
        fontSize: '0.75rem',
        lineHeight: '1.25rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        pointerEvents: 'none',
        bgcolor: light,
        color: '#fff',
        ...theme.applyStyles('dark', { backgroundColor: dark, color: '#101218' }),
      })}
    >
      {holder.self ? t('presence.chip_self') : t('presence.chip', { name: holder.name })}
    </Box>
  );
}

/** The caret stays where it is while one answers. */
const keepCaret = (event: MouseEvent) => event.preventDefault();

function Hint({ holder, field, onAnyway }: { holder: Colleague; field: string; onAnyway: () => void }) {
  const { t } = useTranslation();
  const desk = useDesk();
  const { toasts } = useApp();
  const [asked, setAsked] = useState(false);
  const ask = async () => {
    const tab = holder.tabs.find(({ f }) => f === field);
    const answer = tab && (await desk?.ask(tab.s));
    if (answer?.ok === true) setAsked(true);
    else toasts.show('info', t(answer?.code === 429 ? 'presence.ask_busy' : 'presence.ask_gone'));
  };
  return (
    <Box
      role="note"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 1, fontSize: '0.8125rem' }}
    >
      <Typography variant="body2" component="span" sx={{ flex: '1 1 auto' }}>
        {t('presence.hint', { name: nameOf(holder, t) })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
        <Button size="small" disabled={asked} onMouseDown={keepCaret} onClick={() => void ask()}>
          {t(asked ? 'presence.asked' : 'presence.ask')}
        </Button>
        <Button size="small" color="inherit" onMouseDown={keepCaret} onClick={onAnyway}>
          {t('presence.anyway')}
        </Button>
      </Box>
    </Box>
  );
}

/** Where the caret is, and whether the person was told that a colleague came first. */
type Stance = 'away' | 'second' | 'working';

function useStance(field: string, holder: Colleague | undefined) {
  const places = useDesk()?.places;
  const [stance, setStance] = useState<Stance>('away');
  const work = () => {
    setStance('working');
    places?.field(field);
  };
  return {
    stance,
    work,
    handlers: {
      onFocus: () => {
        if (stance !== 'away') return;
        if (holder === undefined || holder.self) work();
        // Nobody is told yet: looking at what a colleague writes is no claim.
        else setStance('second');
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.contains(relatedTarget)) return;
        setStance('away');
        places?.field(null);
      },
      onInput: () => {
        if (stance === 'second') work();
        places?.typed();
      },
    },
  };
}

export function FieldPresence({ entity, id, field, children }: FieldPresenceProps) {
  const people = useAppSelector(selectAtRow(entity.name, id));
  const holder =
    people.find((colleague) => !colleague.self && holds(colleague, field)) ?? people.find((one) => holds(one, field));
  const { stance, work, handlers } = useStance(field, holder);
  const ring = holder && ringColour(holder.id);
  return (
    <Box
      {...(id === null ? {} : handlers)}
      sx={(theme) => ({
        position: 'relative',
        minWidth: 0,
        flex: 1,
        borderRadius: '6px',
        outlineOffset: '6px',
        ...(ring && { outline: `2px solid ${ring.light}` }),
        ...(ring && theme.applyStyles('dark', { outlineColor: ring.dark })),
      })}
    >
      {children}
      {holder && <Name holder={holder} />}
      {holder && !holder.self && stance === 'second' && <Hint holder={holder} field={field} onAnyway={work} />}
    </Box>
  );
}
