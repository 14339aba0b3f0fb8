/** What a conversation with an assistant is, as the protocol calls it. */
export const CONVERSATIONS = 'sponsored_intelligence';

/** What media are called in AdCP. */
const CHANNELS = new Set(
  `display olv social search ctv linear_tv radio streaming_audio podcast dooh ooh print cinema email gaming retail_media influencer affiliate product_placement ${CONVERSATIONS}`.split(
    ' ',
  ),
);

export const isChannel = (name: string): boolean => CHANNELS.has(name);
