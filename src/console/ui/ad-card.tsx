import type { Ad } from './ad.ts';

/** Draws the ad as in a conversation, marked as sponsored. */
export function AdCard({ ad }: { readonly ad: Ad }) {
  const { title, text, sponsor, image, icon, rating, action, link } = ad;
  return (
    <article class="ad" aria-label={`Sponsored: ${title}`}>
      <p class="ad-label">
        {icon === undefined ? null : <img src={icon.url} alt="" width="20" height="20" />}
        <span class="badge">Sponsored</span>
        {sponsor === undefined ? null : <span>{sponsor}</span>}
      </p>
      {image === undefined ? null : (
        <img class="ad-image" src={image.url} alt={title} width={image.w} height={image.h} />
      )}
      <h3>{title}</h3>
      {text === undefined ? null : <p>{text}</p>}
      <p class="ad-facts">
        <Price {...ad} />
        {rating === undefined ? null : <Stars rating={rating} />}
      </p>
      {link === undefined ? null : (
        <a class="button primary" href={link} target="_blank" rel="nofollow noopener sponsored">
          {action ?? 'Learn more'}
        </a>
      )}
    </article>
  );
}

function Price({ price, salePrice }: Pick<Ad, 'price' | 'salePrice'>) {
  if (salePrice !== undefined && price !== undefined) {
    return (
      <span>
        <strong>{salePrice}</strong> <s>{price}</s>
      </span>
    );
  }
  const shown = salePrice ?? price;
  return shown === undefined ? null : <strong>{shown}</strong>;
}

const STARS = 5;

function Stars({ rating }: { readonly rating: number }) {
  const full = Math.round(Math.min(rating, STARS));
  return (
    <span role="img" aria-label={`Rated ${rating} of ${STARS}`} class="stars">
      {'★'.repeat(full)}
      {'☆'.repeat(STARS - full)} <span class="muted">{rating}</span>
    </span>
  );
}
