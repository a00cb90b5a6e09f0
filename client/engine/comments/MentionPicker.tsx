/** People who can be mentioned, above the text box. The text box keeps the focus. */
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { CommentPerson } from '../../../common/protocol/comments';
import { PERSON_COLORS } from '../../shared/theme/designTokens';
import { PersonAvatar } from '../../ui/PersonAvatar';

export const mentionOptionId = (listId: string, index: number): string => `${listId}-${index}`;

interface MentionPickerProps {
  readonly listId: string;
  readonly anchor: HTMLElement | null;
  readonly people: readonly CommentPerson[];
  readonly activeIndex: number;
  readonly onPick: (person: CommentPerson) => void;
}
export function MentionPicker({ listId, anchor, people, activeIndex, onPick }: MentionPickerProps) {
  const { t } = useTranslation();
  if (anchor === null || people.length === 0) return null;
  return (
    <Popper open anchorEl={anchor} placement="top-start" sx={{ zIndex: 'modal' }}>
      <Paper variant="outlined" sx={{ minWidth: 220, maxWidth: 320, mb: 1, boxShadow: 4 }}>
        <List id={listId} role="listbox" aria-label={t('recordPanel.mention_people')} dense sx={{ py: 1 }}>
          {people.map((person, index) => (
            <ListItemButton
              key={person.id}
              id={mentionOptionId(listId, index)}
              role="option"
              aria-selected={index === activeIndex}
              selected={index === activeIndex}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(person)}
              sx={{ gap: 2 }}
            >
              <PersonAvatar id={person.id} name={person.name} src={person.avatar} size={22} colors={PERSON_COLORS} />
              <Typography variant="body2" noWrap>
                {person.name}
              </Typography>
            </ListItemButton>
          ))}
        </List>
      </Paper>
    </Popper>
  );
}
