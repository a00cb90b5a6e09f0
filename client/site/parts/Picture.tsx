/** An image in the best format that the browser supports, in the width that it needs. The surrounding element reserves its space. */
import { createContext, useContext } from 'react';
import { imageSources } from '../../../common/site/imageVariants';
import type { ImageSizes } from '../../../common/site/pageData';

interface PictureProps {
  readonly src: string;
  /** Empty for a decorative image. */
  readonly alt: string;
  /** Width at which the image is shown: the `sizes` attribute. */
  readonly sizes: string;
  /** Another image for narrow screens. */
  readonly mobileSrc?: string;
  /** The image is visible at once: it loads first, all others when they come near the screen. */
  readonly isFirst?: boolean;
}

/** The sizes of the stored images of the page, by URL. */
export const ImageSizesContext = createContext<ImageSizes>({});

const NARROW = '(max-width: 719px)';

export function Picture({ src, alt, sizes, mobileSrc = '', isFirst = false }: PictureProps) {
  const size = useContext(ImageSizesContext)[src] ?? {};
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
  /** Also offers the original file, for an image that `<img>` does not show. */
  readonly isWhole?: boolean;
}

function Sources({ src, sizes, media, isWhole = false }: SourcesProps) {
  const sources = imageSources(src, useContext(ImageSizesContext)[src]);
  const shared = { sizes, ...(media === undefined ? {} : { media }) };
  return (
    <>
      {sources !== undefined && <source type="image/avif" srcSet={sources.avif} {...shared} />}
      {sources !== undefined && <source type="image/webp" srcSet={sources.webp} {...shared} />}
      {isWhole && <source srcSet={src} {...(media === undefined ? {} : { media })} />}
    </>
  );
}
