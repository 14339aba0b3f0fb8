/** The tools of the seller, and whether a call of them changes something. A call that does may have to be signed. */
const TOOLS = {
  get_adcp_capabilities: 'reads',
  list_accounts: 'reads',
  sync_accounts: 'changes',
  get_products: 'reads',
  create_media_buy: 'changes',
  update_media_buy: 'changes',
  get_media_buys: 'reads',
  get_media_buy_delivery: 'reads',
  provide_performance_feedback: 'changes',
  sync_creatives: 'changes',
  list_creatives: 'reads',
  list_creative_formats: 'reads',
} as const;

export const TOOL_NAMES: readonly string[] = Object.keys(TOOLS);

/** A tool that is not listed counts as one that changes. */
export const isChange = (tool: string): boolean =>
  !Object.hasOwn(TOOLS, tool) || TOOLS[tool as keyof typeof TOOLS] === 'changes';
