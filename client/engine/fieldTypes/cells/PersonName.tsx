/** A person as picture or initials and name. */
import Box from '@mui/material/Box';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { PERSON_COLOURS } from '../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { EmptyCell, PlainText } from './cells';

const AVATAR_SIZE = 22;

interface PersonPictureProps {
  /** Decides the colour behind the initials. */
  readonly id: number | string;
  readonly name: string;
  /** Path of the picture; empty without one. */
  readonly picture: string;
}
/** The name stands beside the picture, so assistive technology skips the picture. */
export function PersonPicture({ id, name, picture }: PersonPictureProps) {
  const fullUrl = useFullUrl();
  return (
    <Box component="span" aria-hidden sx={{ display: 'inline-flex', flex: 'none' }}>
      <PersonAvatar
        id={id}
        name={name}
        {...(picture === '' ? {} : { src: fullUrl(picture) })}
        size={AVATAR_SIZE}
        colours={PERSON_COLOURS}
      />
    </Box>
  );
}

export function PersonName(props: PersonPictureProps) {
  if (props.name === '') return <EmptyCell />;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonPicture {...props} />
      <Box component="span" sx={{ minWidth: 0 }}>
        <PlainText>{props.name}</PlainText>
      </Box>
    </Box>
  );
}
