/** Avatars are small, so the thumbnail is fetched. */
import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PersonAvatar } from './PersonAvatar';

const getSource = (src: string) => {
  const { unmount } = render(<PersonAvatar id={1} name="Ada Byron" src={src} colors={['#123456']} />);
  const source = screen.getByRole('img', { name: 'Ada Byron' }).getAttribute('src');
  unmount();
  return source;
};

describe('an avatar', () => {
  it('uses the thumbnail of a stored image, and other URLs unchanged', () => {
    expect(getSource('/storage/default/ada.png')).toBe('/storage/default/ada.png?thumb=1');
    expect(getSource('https://people.example/ada.png')).toBe('https://people.example/ada.png');
  });

  it('shows the initials without an image', () => {
    render(<PersonAvatar id={1} name="Ada Byron" colors={['#123456']} />);
    expect(screen.getByText('AB')).toBeTruthy();
  });
});
