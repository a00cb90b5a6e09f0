/** The like button of an article: one like for each visitor and day, which the server counts. */
import { postJson, valueAt } from './jsonRequests';

export function enhanceLikes(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-like]') : null;
    if (button) void like(button);
  });
}

async function like(button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  try {
    const { code, data } = await postJson('/api/article/like', { id: Number(button.dataset['like']) });
    if (code !== 1) throw new Error('refused');
    button.textContent = button.dataset['liked'] ?? '';
    showLikes(button, valueAt(data, 'like_num'));
  } catch {
    button.disabled = false;
  }
}

/** The text beside the button holds one number: the likes. */
function showLikes(button: HTMLButtonElement, likes: unknown): void {
  const output = button.parentElement?.querySelector('[data-likes]');
  if (output && typeof likes === 'number') output.textContent = output.textContent.replace(/\d+/, String(likes));
}
