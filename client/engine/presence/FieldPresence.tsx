/**
 * Presence at one field: a ring and the name of a colleague who edits it, and a hint for the colleague who starts second. It
 * never blocks typing; the merge on save decides. Presence changes do not render the input again.
 */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FocusEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import { useApp } from '../../shared/app/appContext';
import { useAppSelector } from '../../shared/app/createStore';
import { usePresence } from '../../shared/presence/presenceContext';
import { selectPeopleAtRow, type PresentColleague } from '../../shared/presence/presenceSlice';
import { colleagueName } from './PersonCard';
import { avatarRingColor } from './PresenceAvatar';

interface FieldPresenceProps {
  readonly entity: AnyEntity;
  /** Null for a new record, which nobody else can open. */
  readonly id: number | null;
  readonly field: string;
  /** People write the field together in a shared draft: nobody has to leave it. */
  readonly isShared?: boolean;
  readonly children: ReactNode;
}

const isFocusedIn = (colleague: PresentColleague, field: string) => colleague.tabs.some((tab) => tab.field === field);

function HolderName({ holder }: { readonly holder: PresentColleague }) {
  const { t } = useTranslation();
  const { light, dark } = avatarRingColor(holder.id);
  return (
    <Box
      data-holder={holder.principal}
      sx={(theme) => ({
        position: 'absolute',
        top: -6,
        right: 0,
        maxWidth: '100%',
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
      {holder.isSelf ? t('presence.chip_self') : t('presence.chip', { name: holder.name })}
    </Box>
  );
}

/** Keeps the caret in the field while a button is pressed. */
const preventBlur = (event: MouseEvent) => event.preventDefault();

function FieldInUseHint({
  holder,
  field,
  onAnyway,
}: {
  holder: PresentColleague;
  field: string;
  onAnyway: () => void;
}) {
  const { t } = useTranslation();
  const presence = usePresence();
  const { toasts } = useApp();
  const [hasAsked, setHasAsked] = useState(false);
  const askToLeave = async () => {
    const tab = holder.tabs.find((candidate) => candidate.field === field);
    const response = tab && (await presence?.requestHandover(tab.tabId));
    if (response?.ok === true) setHasAsked(true);
    else toasts.show('info', t(response?.code === 429 ? 'presence.ask_busy' : 'presence.ask_gone'));
  };
  return (
    <Box
      role="note"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mt: 1, fontSize: '0.8125rem' }}
    >
      <Typography variant="body2" component="span" sx={{ flex: '1 1 auto' }}>
        {t('presence.hint', { name: colleagueName(holder, t) })}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, ml: 'auto' }}>
        <Button size="small" disabled={hasAsked} onMouseDown={preventBlur} onClick={() => void askToLeave()}>
          {t(hasAsked ? 'presence.asked' : 'presence.ask')}
        </Button>
        <Button size="small" color="inherit" onMouseDown={preventBlur} onClick={onAnyway}>
          {t('presence.anyway')}
        </Button>
      </Box>
    </Box>
  );
}

/** `away`: no focus; `second`: a colleague edits the field; `working`: reported as editing. */
type EditStance = 'away' | 'second' | 'working';

function useEditStance(field: string, holder: PresentColleague | undefined) {
  const reporter = usePresence()?.location;
  const [editStance, setEditStance] = useState<EditStance>('away');
  const onWork = () => {
    setEditStance('working');
    reporter?.focusField(field);
  };
  return {
    editStance,
    onWork,
    handlers: {
      onFocus: () => {
        if (editStance !== 'away') return;
        if (holder === undefined || holder.isSelf) onWork();
        // Focus alone is not reported while another person edits the field; typing is.
        else setEditStance('second');
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.contains(relatedTarget)) return;
        setEditStance('away');
        reporter?.focusField(null);
      },
      onInput: () => {
        if (editStance === 'second') onWork();
        reporter?.markTyping();
      },
    },
  };
}

export function FieldPresence({ entity, id, field, isShared = false, children }: FieldPresenceProps) {
  const people = useAppSelector(selectPeopleAtRow(entity.name, id));
  const holder =
    people.find((colleague) => !colleague.isSelf && isFocusedIn(colleague, field)) ??
    people.find((firstHolder) => isFocusedIn(firstHolder, field));
  const { editStance, onWork, handlers } = useEditStance(field, holder);
  const ringStyle = holder && avatarRingColor(holder.id);
  return (
    <Box
      {...(id === null ? {} : handlers)}
      sx={(theme) => ({
        position: 'relative',
        minWidth: 0,
        flex: 1,
        borderRadius: '6px',
        outlineOffset: '6px',
        ...(ringStyle && { outline: `2px solid ${ringStyle.light}` }),
        ...(ringStyle && theme.applyStyles('dark', { outlineColor: ringStyle.dark })),
      })}
    >
      {children}
      {holder && <HolderName holder={holder} />}
      {holder && !holder.isSelf && editStance === 'second' && !isShared && (
        <FieldInUseHint holder={holder} field={field} onAnyway={onWork} />
      )}
    </Box>
  );
}
