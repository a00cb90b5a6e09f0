/** A person as image or initials and name. */
import Box from '@mui/material/Box';
import { useFullUrl } from '../../../shared/app/useFullUrl';
import { PERSON_COLORS } from '../../../shared/theme/designTokens';
import { PersonAvatar } from '../../../ui/PersonAvatar';
import { EmptyCell, PlainText } from './cells';

const AVATAR_SIZE = 22;

interface PersonImageProps {
  /** Decides the color behind the initials. */
  readonly id: number | string;
  readonly name: string;
  /** Path of the image; empty without one. */
  readonly picture: string;
}
/** The name stands beside the image, so assistive technology skips the image. */
export function PersonImage({ id, name, picture }: PersonImageProps) {
  const fullUrl = useFullUrl();
  return (
    <Box component="span" aria-hidden sx={{ display: 'inline-flex', flex: 'none' }}>
      <PersonAvatar
        id={id}
        name={name}
        {...(picture === '' ? {} : { src: fullUrl(picture) })}
        size={AVATAR_SIZE}
        colors={PERSON_COLORS}
      />
    </Box>
  );
}

export function PersonName(props: PersonImageProps) {
  if (props.name === '') return <EmptyCell />;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonImage {...props} />
      <Box component="span" sx={{ minWidth: 0 }}>
        <PlainText>{props.name}</PlainText>
      </Box>
    </Box>
  );
}
