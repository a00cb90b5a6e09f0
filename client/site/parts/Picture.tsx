/** A picture in the best format that the browser knows, in the width that it needs. The surrounding element reserves its space. */
import { createContext, useContext } from 'react';
import { pictureSources } from '../../../common/site/pictures';
import type { PictureSizes } from '../../../common/site/pageData';

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** How wide the picture is shown, as in the `sizes` attribute. */
  readonly sizes: string;
  /** Another picture for narrow screens. */
  readonly mobileSrc?: string;
  /** The picture is visible at once: it loads first, all others when they come near the screen. */
  readonly isFirst?: boolean;
}

/** The sizes of the stored pictures of the page, by URL. */
export const PictureSizesContext = createContext<PictureSizes>({});

const NARROW = '(max-width: 719px)';

export function Picture({ src, alt, sizes, mobileSrc = '', isFirst = false }: PictureProps) {
  const size = useContext(PictureSizesContext)[src] ?? {};
  return (
    <picture>
      {mobileSrc !== '' && <Sources src={mobileSrc} sizes="100vw" media={NARROW} isWhole />}
      <Sources src={src} sizes={sizes} />
      <img
        src={src}
        {...size}
        alt={alt}
        decoding="async"
        loading={isFirst ? 'eager' : 'lazy'}
        {...(isFirst ? { fetchPriority: 'high' as const } : {})}
      />
    </picture>
  );
}

interface SourcesProps {
  readonly src: string;
  readonly sizes: string;
  readonly media?: string;
  /** Also offers the original file, for a picture that `<img>` does not show. */
  readonly isWhole?: boolean;
}

function Sources({ src, sizes, media, isWhole = false }: SourcesProps) {
  const sources = pictureSources(src, useContext(PictureSizesContext)[src]);
  const shared = { sizes, ...(media === undefined ? {} : { media }) };
  return (
    <>
      {sources !== undefined && <source type="image/avif" srcSet={sources.avif} {...shared} />}
      {sources !== undefined && <source type="image/webp" srcSet={sources.webp} {...shared} />}
      {isWhole && <source srcSet={src} {...(media === undefined ? {} : { media })} />}
    </>
  );
}
