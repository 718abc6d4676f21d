# The site, served by waitress. Data that must outlive the container goes to /data.
FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    ASSIZE_DATA_DIR=/data \
    ASSIZE_HOST=0.0.0.0

RUN useradd --system --uid 10001 --home-dir /srv/assize assize \
    && install -d -o assize -g assize /data

WORKDIR /srv/assize
COPY requirements.txt ./
RUN pip install --require-hashes -r requirements.txt
COPY . .
RUN python -m assize.catalogs

USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "assize.serve", "--without-demo"]
