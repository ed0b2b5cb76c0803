export async function shares() {}
