/** Posts a signed message to a user's address. The outcome is data; nothing is thrown. */
export interface WebhookPost {
  readonly url: string;
  readonly secret: string;
  readonly deliveryId: string;
  readonly event: string;
  /** As it is signed and sent, to the byte. */
  readonly body: string;
  readonly nowMs: number;
}

export type WebhookReply =
  | { readonly kind: 'answered'; readonly status: number }
  /** No answer, or none that could be read. */
  | { readonly kind: 'unreachable'; readonly sentence: string }
  /** It may not be called; trying again changes nothing. */
  | { readonly kind: 'refused'; readonly sentence: string };

export type PostWebhook = (post: WebhookPost) => Promise<WebhookReply>;
