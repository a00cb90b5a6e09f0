/** Avatars are small, so the thumbnail is fetched. */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PersonAvatar } from './PersonAvatar';

const sourceOf = (src: string) => {
  const { unmount } = render(<PersonAvatar id={1} name="Ada Byron" src={src} colours={['#123456']} />);
  const source = screen.getByRole('img', { name: 'Ada Byron' }).getAttribute('src');
  unmount();
  return source;
};

describe('an avatar', () => {
  it('uses the thumbnail of a stored picture, and other URLs unchanged', () => {
    expect(sourceOf('/storage/default/ada.png')).toBe('/storage/default/ada.png?thumb=1');
    expect(sourceOf('https://people.example/ada.png')).toBe('https://people.example/ada.png');
  });

  it('shows the initials without a picture', () => {
    render(<PersonAvatar id={1} name="Ada Byron" colours={['#123456']} />);
    expect(screen.getByText('AB')).toBeTruthy();
  });
});
